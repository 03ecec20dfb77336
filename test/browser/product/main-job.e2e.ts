import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Visit } from '#support/visit.ts'
import { boxOf } from '../support/box.ts'
import { freshRates } from '../support/fresh-rates.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test } from '../support/test.ts'

const link = 'https://weidian.com/item.html?itemID=9900661650'
const phone = { width: 360, height: 740, touch: true }
const inGermany = { locale: 'en-US', timeZone: 'Europe/Berlin' }

/** A thumb that counts, and that reaches only what stands in the window as it is. */
function aThumb(page: Page) {
  let taps = 0
  return {
    count: () => taps,
    async tap(target: Locator): Promise<void> {
      await seesWhole(page, target)
      taps += 1
      await target.tap()
    },
  }
}

async function seesWhole(page: Page, target: Locator): Promise<void> {
  const { height = 0 } = page.viewportSize() ?? {}
  await expect.poll(async () => (await boxOf(target)).top).toBeGreaterThanOrEqual(0)
  await expect.poll(async () => (await boxOf(target)).bottom).toBeLessThanOrEqual(height)
}

async function openPasted({ page, hydrated }: Visit, thumb: ReturnType<typeof aThumb>): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await hydrated()
  await page.evaluate((text) => navigator.clipboard.writeText(text), link)
  await thumb.tap(page.getByRole('textbox', { name: 'Product link', exact: true }))
  await page.keyboard.press('Control+V')
  await page.getByText('¥189.00 · White / navy · Weidian, item 9900661650').waitFor()
  await thumb.tap(page.getByRole('button', { name: 'Search', exact: true }).first())
  await page.waitForURL('**/product/weidian/9900661650*')
}

const slipOf = (page: Page) => page.getByRole('region', { name: 'Price with shipping' })

describe('from a pasted link to the agent, on a phone', () => {
  test('takes three taps and no question, and no swipe to the first QC photo, the freight and Buy', async ({
    asVisitor,
  }) => {
    const visit = await asVisitor({ ...phone, home: inGermany })
    const { page, departures } = visit
    await freshRates(page)
    const thumb = aThumb(page)
    await openPasted(visit, thumb)
    await seesWhole(page, page.getByRole('button', { name: /Show the QC photo/ }))
    await seesWhole(page, page.locator('.gallery').getByText(/^QC 5/).first())
    await seesWhole(page, slipOf(page).getByText('294.12').first())
    await slipOf(page).getByText('≈ €37.41').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await thumb.tap(page.getByRole('link', { name: /^Buy/ }).and(page.locator(':visible')).last())
    await expect.poll(() => departures).toEqual([expect.stringContaining('9900661650')])
    expect(thumb.count()).toBe(3)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(10)
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).not.toContain('country')
  })
})

describe('the country that a device tells', () => {
  test('is said with how it is known, and moves nothing when it comes', async ({ asVisitor }) => {
    for (const width of [360, 1280]) {
      const { page, hydrated } = await asVisitor({ width, home: inGermany })
      await page.goto('/tools') // fonts and pictures of the header are there then
      await hydrated()
      await page.goto('/product/weidian/9900661650')
      await slipOf(page)
        .getByRole('button', { name: /Germany ?, guessed from your time zone, change$/ })
        .waitFor()
      await slipOf(page).getByText('294.12').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await layoutShift(page)).toBe(0)
    }
  })

  test('has its own currency, which is not that of its neighbors', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ home: { locale: 'de-DE', timeZone: 'Europe/Zurich' } })
    await page.goto('/popular')
    await hydrated()
    const shipTo = page.getByRole('banner').getByRole('button', { name: /^Ship to/ })
    await expect
      .poll(() => shipTo.textContent())
      .toBe('Ship to Switzerland · CHF, guessed from your time zone, change')
  })

  test('is told by the language where the clock is nobody’s', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ home: { locale: 'pl-PL', timeZone: 'UTC' } })
    await freshRates(page)
    await page.goto('/popular')
    await hydrated()
    const shipTo = page.getByRole('banner').getByRole('button', { name: /^Ship to/ })
    await expect
      .poll(() => shipTo.textContent())
      .toBe('Ship to Poland · PLN, guessed from your language, change')
    await page
      .getByText(/≈ PLN \d+$/)
      .first()
      .waitFor()
  })

  test('gives way to what is chosen, country and currency, and is kept nowhere before', async ({
    asVisitor,
  }) => {
    const { page, hydrated, dialog } = await asVisitor({ home: inGermany })
    await freshRates(page)
    await page.goto('/product/weidian/9900661650')
    await hydrated()
    const shipTo = page.getByRole('banner').getByRole('button', { name: /^Ship to/ })
    await slipOf(page).getByText('≈ €37.41').waitFor()
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).not.toContain('country')
    await shipTo.click()
    await dialog('Ship to').getByLabel('Sums also in').selectOption('GBP')
    await page.keyboard.press('Escape')
    await slipOf(page)
      .getByText(/≈ £\d+\.\d\d/)
      .waitFor()
    await shipTo.click()
    await dialog('Ship to').getByRole('textbox', { name: 'Country' }).fill('fran')
    await dialog('Ship to')
      .getByRole('button', { name: /^France/ })
      .click()
    await expect.poll(() => shipTo.textContent()).toBe('Ship to France · £, change')
    await page.reload()
    await hydrated()
    await expect.poll(() => shipTo.textContent()).toBe('Ship to France · £, change')
    await shipTo.click()
    await dialog('Ship to').getByLabel('Sums also in').selectOption('')
    await page.keyboard.press('Escape')
    await expect.poll(() => shipTo.textContent()).toBe('Ship to France · €, change')
  })

  test('stands in a haul that names none, and gives way to one that does', async ({ asVisitor }) => {
    const rows = '\t8\t\nScarf\t180'
    for (const [named, name] of [
      ['', 'Germany'],
      ['FR', 'France'],
    ]) {
      const { page } = await asVisitor({ home: inGermany, stored: { haul: `1${named}${rows}` } })
      await page.goto('/haul')
      await page.getByText(`With shipping to ${name}`).waitFor()
    }
  })

  test('is nobody’s without script', async ({ asVisitor }) => {
    const { page } = await asVisitor({ home: inGermany, javaScript: false })
    await page.goto('/product/weidian/9900661650')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.locator('body').innerText()).not.toMatch(/Germany|€/)
  })

  test('leaves a device that tells none with one way to choose', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto('/product/weidian/9900661650')
    await page.waitForLoadState('networkidle')
    await expect.poll(() => slipOf(page).getByRole('button').allInnerTexts()).toEqual(['Choose your country'])
  })

  test('keeps the focus beside the price when another is chosen', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor({ home: inGermany })
    await page.goto('/product/weidian/9900661650')
    await hydrated()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await slipOf(page)
      .getByRole('button', { name: /Germany/ })
      .press('Enter')
    await dialog('Ship to').getByRole('textbox', { name: 'Country' }).fill('fran')
    await dialog('Ship to')
      .getByRole('button', { name: /^France/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Shipping to France')
  })
})
