import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { screens } from '#support/screens.ts'
import { createStoredHaul, waysFold } from '../shipping/haul-page.ts'
import { test } from '../support/accounts.ts'
import { openMenu } from '../support/header-menu.ts'
import { items } from '../support/product-page.ts'
import { stored } from './screens.ts'

/** A picture of one choice without focus and pointer, as it is once it has come to rest. */
async function pictureOf(page: Page, choice: Locator): Promise<string> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  await page.mouse.move(0, 0)
  await choice.scrollIntoViewIfNeeded()
  const picture = async () => (await choice.screenshot({ animations: 'disabled' })).toString('base64')
  const seen = [await picture()]
  await expect
    .poll(async () => {
      seen.unshift(await picture())
      return seen[0] === seen[1]
    })
    .toBe(true)
  return seen[0] ?? ''
}

type Change = {
  /** What has to look otherwise. */
  of: Locator
  /** What is pressed for the one state and for the other. */
  by: [Locator, Locator]
}

async function looksOtherwise(page: Page, { of, by: [one, other] }: Change): Promise<void> {
  await one.click()
  const chosen = await pictureOf(page, of)
  await other.click()
  await expect.poll(() => pictureOf(page, of)).not.toBe(chosen)
}

/** Two of a group: the first looks otherwise once the second is chosen. */
const between = (one: Locator, other: Locator): Change => ({ of: one, by: [one, other] })
/** A button that stays pressed. */
const pressed = (button: Locator): Change => ({ of: button, by: [button, button] })

type Case = { name: string; path: string; changes: (page: Page) => Change[] }

const cases: Case[] = [
  {
    name: 'popular items',
    path: '/popular',
    changes: (page) => {
      const photos = page.getByRole('group', { name: 'Photos' })
      return [
        between(photos.getByRole('link', { name: 'Listing' }), photos.getByRole('link', { name: 'Reality' })),
        pressed(page.getByRole('button', { name: /^Add to haul: Low court/ })),
      ]
    },
  },
  {
    name: 'an item',
    path: items.sneaker,
    changes: (page) => {
      const value = (name: string) => page.locator('.variant-value').filter({ hasText: name })
      return [
        between(page.locator('.swatch').nth(0), page.locator('.swatch').nth(1)),
        between(value('42'), value('43')),
        between(page.locator('.thumb').nth(0), page.locator('.thumb').nth(1)),
        pressed(page.locator('.distribution__row').first()),
        pressed(page.getByRole('button', { name: 'Align', exact: true })),
      ]
    },
  },
  {
    name: 'shipping lines',
    path: screens.estimation,
    changes: (page) => [
      between(
        page.getByRole('button', { name: 'Price', exact: true }),
        page.getByRole('button', { name: 'Days', exact: true }),
      ),
      pressed(page.getByRole('button', { name: 'Tax included', exact: true })),
    ],
  },
]

test.for(cases)(
  'in forced colors every choice shows: $name',
  async ({ path, changes }, { asVisitor, site }) => {
    const { page, hydrated } = await asVisitor({ origin: site.origin, stored, reducedMotion: true })
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(path)
    await hydrated()
    for (const change of changes(page)) await looksOtherwise(page, change)
    await page.emulateMedia({ forcedColors: 'none' })
  },
)

test('forced colors: the selected theme is visible in the menu', async ({ asVisitor, site }) => {
  const { page, hydrated } = await asVisitor({ origin: site.origin, stored, reducedMotion: true })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/tools')
  await hydrated()
  await openMenu(page)
  const theme = (name: string) => page.getByRole('button', { name, exact: true })
  await looksOtherwise(page, between(theme('System'), theme('Light')))
  await page.emulateMedia({ forcedColors: 'none' })
})

test('forced colors: the selected agent and the selected way to ship a haul are visible', async ({
  asVisitor,
  site,
}) => {
  const haul = { stored: createStoredHaul('BR'), reducedMotion: true }
  const { page, hydrated, dialog } = await asVisitor({ origin: site.origin, ...haul })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/haul')
  await hydrated()
  await waysFold(page).click()
  const way = (at: number) => page.locator('.way-choice__way').nth(at)
  await way(1).waitFor()
  await looksOtherwise(page, between(way(0), way(1)))
  const open = () => page.getByRole('button', { name: /Select Agent/ }).click()
  const agent = (at: number) => page.locator('.agent-row:has(input)').nth(at)
  await open()
  const chosen = await pictureOf(page, agent(0))
  await agent(1).click()
  await dialog().waitFor({ state: 'detached' })
  await open()
  await expect.poll(() => pictureOf(page, agent(0))).not.toBe(chosen)
  await page.emulateMedia({ forcedColors: 'none' })
})
