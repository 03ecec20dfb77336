import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { HOUR_MS } from '#shared/time.ts'
import { createStoredHaul } from '../shipping/haul-page.ts'
import { axeFindings } from '../support/axe.ts'
import { getBox, getHeight } from '../support/box.ts'
import { test } from '../support/test.ts'

const errorText = "We couldn't read this link. Check your connection and try again."
const lost = { allow: [/Failed to load resource/] }
const bar = (page: Page) => page.locator('.toast')

/** A toast about an error: the code that reads links does not arrive. */
async function raise(page: Page): Promise<void> {
  await page.route('**/assets/resolve-item-path-*.js', (route) => route.abort())
  const box = page.getByRole('banner').getByLabel('Product link', { exact: true })
  await box.fill('https://weidian.com/item.html?itemID=9900661650')
  await box.press('Enter')
  await page.getByRole('alert').getByText(errorText, { exact: true }).waitFor()
}

test('a toast is at the right below the header, at most 350 px wide, and is closed by its button and by Esc', async ({
  asVisitor,
}) => {
  const { page, hydrated } = await asVisitor(lost)
  await page.goto('/tools')
  await hydrated()
  await raise(page)
  const header = await getHeight(page.getByRole('banner'))
  await expect.poll(() => getBox(bar(page))).toMatchObject({ width: 350 })
  await expect.poll(async () => (await getBox(bar(page))).right).toBeGreaterThan(1240)
  await expect.poll(async () => (await getBox(bar(page))).top).toBeGreaterThanOrEqual(header - 8)
  await bar(page).getByRole('button', { name: 'Close' }).click()
  await page.locator('.toast[data-leaving]').waitFor({ state: 'attached' })
  await bar(page).waitFor({ state: 'detached' })
  await raise(page)
  await page.keyboard.press('Escape')
  await bar(page).waitFor({ state: 'detached' })
})

test('a toast is in the center on the product page', async ({ asVisitor }) => {
  const { page, hydrated } = await asVisitor(lost)
  await page.goto('/product/weidian/9900661650')
  await hydrated()
  await raise(page)
  await expect.poll(async () => (await getBox(bar(page))).middle).toBeCloseTo(640, -1)
})

test('a toast about an error is removed after 4 seconds', async ({ asVisitor }) => {
  const { page, hydrated } = await asVisitor(lost)
  await page.clock.install()
  await page.goto('/tools')
  await hydrated()
  await raise(page)
  await page.clock.fastForward(3000)
  await expect.poll(() => bar(page).count()).toBe(1)
  await page.clock.fastForward(1100)
  await page.locator('.toast[data-leaving]').waitFor({ state: 'attached' })
  await page.clock.fastForward(1100)
  await bar(page).waitFor({ state: 'detached' })
})

/** A haul has a link to copy. */
const withHaul = { stored: createStoredHaul('DE') }
const copyLink = (page: Page) => page.getByRole('button', { name: 'Copy link' })

test('a toast about a success is removed after 2 seconds', async ({ asVisitor }) => {
  const { page, context, hydrated, toast } = await asVisitor(withHaul)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await page.goto('/haul')
  await hydrated()
  await copyLink(page).waitFor()
  await page.clock.pauseAt(Date.now() + HOUR_MS)
  await copyLink(page).click()
  await toast('Copied').waitFor()
  await page.clock.runFor(1900)
  await expect.poll(() => page.locator('.toast:not([data-leaving])').count()).toBe(1)
  await page.clock.runFor(200)
  await page.locator('.toast[data-leaving]').waitFor({ state: 'attached' })
  await page.clock.runFor(1000)
  await bar(page).waitFor({ state: 'detached' })
})

test('there are at most 20 toasts', async ({ asVisitor }) => {
  const { page, context, hydrated } = await asVisitor(withHaul)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await page.goto('/haul')
  await hydrated()
  await copyLink(page).waitFor()
  await page.clock.pauseAt(Date.now() + HOUR_MS)
  for (let count = 1; count <= 22; count += 1) {
    await copyLink(page).press('Enter') // by keyboard: the toasts lie over the page
    await expect.poll(() => bar(page).count()).toBe(Math.min(count, 20))
  }
})

test('a toast stays while the mouse is over it', async ({ asVisitor }) => {
  const { page, hydrated } = await asVisitor(lost)
  await page.clock.install()
  await page.goto('/tools')
  await hydrated()
  await raise(page)
  await bar(page).hover()
  await page.clock.fastForward(10_000)
  await expect.poll(() => page.locator('.toast:not([data-leaving])').count()).toBe(1)
  await page.mouse.move(10, 700)
  await page.clock.fastForward(6000)
  await bar(page).waitFor({ state: 'detached' })
})

test('a toast is clean for axe on a phone', async ({ asVisitor }) => {
  const { page, hydrated } = await asVisitor({ ...lost, width: 360, reducedMotion: true })
  await page.goto('/tools')
  await hydrated()
  await raise(page)
  await expect.poll(async () => (await getBox(bar(page))).left).toBeGreaterThanOrEqual(8)
  expect(await axeFindings(page)).toEqual([])
})
