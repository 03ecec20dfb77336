import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Visit } from '#support/visit.ts'
import { getBox } from '../support/box.ts'
import { freshRates } from '../support/fresh-rates.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test } from '../support/test.ts'

const link = 'https://weidian.com/item.html?itemID=9900661650'
const phone = { width: 360, height: 740, touch: true }
const inGermany = { locale: 'en-US', timeZone: 'Europe/Berlin' }

/** Counts taps, which are possible only on elements that are fully visible without scrolling. */
function createTapCounter(page: Page) {
  let tapCount = 0
  return {
    count: () => tapCount,
    async tap(target: Locator): Promise<void> {
      await expectFullyVisible(page, target)
      tapCount += 1
      await target.tap()
    },
  }
}

async function expectFullyVisible(page: Page, target: Locator): Promise<void> {
  const { height = 0 } = page.viewportSize() ?? {}
  await expect.poll(async () => (await getBox(target)).top).toBeGreaterThanOrEqual(0)
  await expect.poll(async () => (await getBox(target)).bottom).toBeLessThanOrEqual(height)
}

async function openPastedLink(
  { page, hydrated }: Visit,
  taps: ReturnType<typeof createTapCounter>,
): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await hydrated()
  await page.evaluate((text) => navigator.clipboard.writeText(text), link)
  await taps.tap(page.getByRole('textbox', { name: 'Product link', exact: true }))
  await page.keyboard.press('Control+V')
  await page.getByText('¥189.00 · White / navy · Weidian, item 9900661650').waitFor()
  await taps.tap(page.getByRole('button', { name: 'Search', exact: true }).first())
  await page.waitForURL('**/product/weidian/9900661650*')
}

const getSlip = (page: Page) => page.getByRole('region', { name: 'Price with shipping' })

describe('from a pasted link to the agent, on a phone', () => {
  test('takes three taps without a question or scrolling to the QC photo, the shipping price and Buy', async ({
    asVisitor,
  }) => {
    const visit = await asVisitor({ ...phone, home: inGermany })
    const { page, departures } = visit
    await freshRates(page)
    const taps = createTapCounter(page)
    await openPastedLink(visit, taps)
    await expectFullyVisible(page, page.getByRole('button', { name: /Show the QC photo/ }))
    await expectFullyVisible(page, page.locator('.gallery').getByText(/^QC 5/).first())
    await expectFullyVisible(page, getSlip(page).getByText('271.01').first())
    await getSlip(page).getByText('≈ €34.47').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await taps.tap(page.getByRole('link', { name: /^Buy/ }).and(page.locator(':visible')).last())
    await expect.poll(() => departures).toEqual([expect.stringContaining('9900661650')])
    expect(taps.count()).toBe(3)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(10)
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).not.toContain('country')
  })
})

describe('the country guessed from the device', () => {
  test('is shown with the source of the guess and causes no layout shift', async ({ asVisitor }) => {
    for (const width of [360, 1280]) {
      const { page, hydrated } = await asVisitor({ width, home: inGermany })
      await page.goto('/tools') // fonts and pictures of the header are cached afterwards
      await hydrated()
      await page.goto('/product/weidian/9900661650')
      await getSlip(page)
        .getByRole('button', { name: /Germany ?, guessed from your time zone, change$/ })
        .waitFor()
      await getSlip(page).getByText('271.01').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await layoutShift(page)).toBe(0)
    }
  })

  test('has the currency of that country, not of its neighbors', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ home: { locale: 'de-DE', timeZone: 'Europe/Zurich' } })
    await page.goto('/popular')
    await hydrated()
    const shipTo = page.getByRole('banner').getByRole('button', { name: /^Ship to/ })
    await expect
      .poll(() => shipTo.textContent())
      .toBe('Ship to Switzerland · CHF, guessed from your time zone, change')
  })

  test('is guessed from the language when the time zone belongs to no country', async ({ asVisitor }) => {
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

  test('is replaced by the chosen country and currency, and is not stored before', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor({ home: inGermany })
    await freshRates(page)
    await page.goto('/product/weidian/9900661650')
    await hydrated()
    const shipTo = page.getByRole('banner').getByRole('button', { name: /^Ship to/ })
    await getSlip(page).getByText('≈ €34.47').waitFor()
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).not.toContain('country')
    await shipTo.click()
    await dialog('Ship to').getByLabel('Sums also in').selectOption('GBP')
    await page.keyboard.press('Escape')
    await getSlip(page)
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

  test('is used in a haul without a country, but not in a haul with one', async ({ asVisitor }) => {
    const rows = '\t8\t\nScarf\t180'
    for (const [code, name] of [
      ['', 'Germany'],
      ['FR', 'France'],
    ]) {
      const { page } = await asVisitor({ home: inGermany, stored: { haul: `1${code}${rows}` } })
      await page.goto('/haul')
      await page.getByText(`With shipping to ${name}`).waitFor()
    }
  })

  test('is not guessed without JavaScript', async ({ asVisitor }) => {
    const { page } = await asVisitor({ home: inGermany, javaScript: false })
    await page.goto('/product/weidian/9900661650')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.locator('body').innerText()).not.toMatch(/Germany|€/)
  })

  test('is asked for by one button when nothing can be guessed', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto('/product/weidian/9900661650')
    await page.waitForLoadState('networkidle')
    await expect
      .poll(() => getSlip(page).getByRole('button').allInnerTexts())
      .toEqual(['Choose your country'])
  })

  test('keeps the focus beside the price when another country is chosen', async ({ asVisitor }) => {
    const { page, hydrated, dialog } = await asVisitor({ home: inGermany })
    await page.goto('/product/weidian/9900661650')
    await hydrated()
    const readFocusedText = () => page.evaluate(() => document.activeElement?.textContent)
    await getSlip(page)
      .getByRole('button', { name: /Germany/ })
      .press('Enter')
    await dialog('Ship to').getByRole('textbox', { name: 'Country' }).fill('fran')
    await dialog('Ship to')
      .getByRole('button', { name: /^France/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(readFocusedText).toBe('Shipping to France')
  })
})
