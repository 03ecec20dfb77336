import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { getBox } from '../support/box.ts'
import { holdCall } from '../support/calls.ts'
import { freshRates } from '../support/fresh-rates.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { items, value } from '../support/product-page.ts'
import { test } from '../support/test.ts'

const slip = (page: Page) => page.getByRole('region', { name: 'Price with shipping' })
const toGermany = { country: 'DE' }
/** The visible text, without the amounts for screen readers. */
const readVisibleText = (part: Locator) =>
  part.evaluate((node) =>
    (node.textContent ?? '').replace(/\s+/g, ' ').replaceAll(/(\d+\.\d\d) ?\1 yuan/g, '$1'),
  )
const readSlip = (page: Page) => readVisibleText(slip(page))

describe('the price with shipping', () => {
  test('asks for an unknown country once, and adds the cheapest line that takes the item', async ({
    asVisitor,
  }) => {
    const { page, hydrated, apiCalls, dialog } = await asVisitor()
    await freshRates(page)
    await page.goto(items.sneaker)
    await hydrated()
    await expect.poll(() => readSlip(page)).toContain('Choose your country to compare all shipping lines.')
    expect(apiCalls.filter((call) => call.includes('shipping'))).toEqual([])
    await slip(page).getByRole('button', { name: 'Choose your country' }).press('Enter')
    await dialog().getByRole('textbox', { name: 'Country' }).fill('germ')
    await dialog()
      .getByRole('button', { name: /^Germany/ })
      .click()
    await expect
      .poll(() => readSlip(page))
      .toBe(
        'Item¥189.00Shipping to Germany¥82.01With shipping¥271.01 ≈ €34.47Yanwen registered packet · Undated price12–50 days, see the receipt',
      )
    await page.goto(items.jacket)
    await hydrated()
    await slip(page).getByRole('button', { name: 'Shipping to Germany' }).waitFor()
    await slip(page).getByRole('link').click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#shipping')
  })

  test('never asks a returning visitor for the country while prices are loading', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360, stored: toGermany })
    const { go } = await holdCall(page, '/shipping/tariffs')
    await page.goto(items.sneaker)
    // Read at once in the page, because the box is replaced when the code for its prices has loaded.
    const question = () =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll('.slip__ask'), (ask) => getComputedStyle(ask).opacity),
      )
    await expect.poll(question).toEqual(['0'])
    await hydrated()
    expect(await question()).toEqual(['0'])
    go()
    await expect.poll(() => readSlip(page)).toContain('Shipping to Germany')
  })

  test('keeps the focus on its link when the prices have loaded', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: toGermany })
    const { go } = await holdCall(page, '/shipping/tariffs')
    await page.goto(items.sneaker)
    await hydrated()
    await slip(page).getByRole('link').focus()
    go()
    await expect.poll(() => readSlip(page)).toContain('Shipping to Germany')
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('slip__more')
  })

  test('changes with the variant, in the chosen currency too', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: { ...toGermany, currency: 'EUR' } })
    await freshRates(page)
    await page.goto(`${items.jacket}?sku=990000605666101`)
    await hydrated()
    const sum = () => readVisibleText(slip(page).locator('.slip__row--sum dd'))
    await expect.poll(sum).toMatch(/^¥\d+\.\d\d ≈ €\d+\.\d\d$/)
    const readSumYuan = async () => Number(/[\d.]+/.exec(await sum())?.[0])
    const navyYuan = await readSumYuan()
    await value(page, 'Olive').check()
    await expect.poll(async () => Math.round((await readSumYuan()) * 100 - navyYuan * 100)).toBe(1600)
  })

  test('shows when the weight or a line to the country is missing', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: { country: 'AQ' } })
    await page.goto(items.withoutMeasures)
    await slip(page).getByText("We don't know its weight or size yet.", { exact: true }).waitFor()
    await page.goto(items.sneaker)
    await hydrated()
    await expect
      .poll(() => readSlip(page))
      .toContain('We have no shipping line to Antarctica for this item yet.')
  })

  test('is visible on a phone without scrolling and causes no layout shift', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360, height: 800, touch: true, stored: toGermany })
    await page.goto(items.sneaker)
    await hydrated()
    await expect.poll(() => readSlip(page)).toContain('¥271.01')
    expect((await getBox(slip(page))).bottom).toBeLessThan(800 - 64)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  })
})
