import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { boxOf } from '../support/box.ts'
import { items, value } from '../support/product-page.ts'
import { test } from '../support/test.ts'

const slip = (page: Page) => page.getByRole('region', { name: 'Price with shipping' })
const toGermany = { country: 'DE' }
const words = (page: Page) =>
  slip(page).evaluate((node) => node.textContent?.replace(/\s+/g, ' ').replaceAll(/[\d.]+ yuan/g, '') ?? '')

describe('the price with shipping', () => {
  test('asks for the country once, and adds the cheapest line that may carry the item', async ({
    asVisitor,
  }) => {
    const { page, hydrated, apiCalls, dialog } = await asVisitor()
    await page.goto(items.sneaker)
    await hydrated()
    await expect.poll(() => words(page)).toContain('Choose your country to compare all shipping lines.')
    expect(apiCalls.filter((call) => call.includes('shipping'))).toEqual([])
    await slip(page).getByRole('button', { name: 'Choose your country' }).press('Enter')
    await dialog().getByRole('textbox', { name: 'Country' }).fill('germ')
    await dialog()
      .getByRole('button', { name: /^Germany/ })
      .click()
    await expect
      .poll(() => words(page))
      .toBe(
        'Item¥189.00Shipping to Germany¥105.12With shipping¥294.12YunExpress Direct (general goods)8–21 days, see the receipt',
      )
    await page.goto(items.jacket)
    await hydrated()
    await slip(page).getByRole('button', { name: 'Shipping to Germany' }).waitFor()
    await slip(page).getByRole('link').click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#shipping')
  })

  test('follows the variant, in the currency that was chosen too', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: { ...toGermany, currency: 'EUR' } })
    await page.goto(items.jacket)
    await hydrated()
    const sum = () => slip(page).locator('.slip__row--sum dd').innerText()
    await expect.poll(sum).toMatch(/^¥\d+\.\d\d ≈ €\d+\.\d\d$/)
    const yuan = async () => Number(/[\d.]+/.exec(await sum())?.[0])
    const navy = await yuan()
    await value(page, 'Olive').check()
    await expect.poll(async () => Math.round((await yuan()) * 100 - navy * 100)).toBe(1600)
  })

  test('says what is missing: the weight, or a line to the country', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: { country: 'AQ' } })
    await page.goto(items.withoutMeasures)
    await slip(page).getByText("We don't know its weight or size yet.", { exact: true }).waitFor()
    await page.goto(items.sneaker)
    await hydrated()
    await expect
      .poll(() => words(page))
      .toContain('We have no shipping line to Antarctica for this item yet.')
  })

  test('is in the first screenful of a phone and moves nothing when it comes', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width: 360, height: 800, touch: true, stored: toGermany })
    await page.goto(items.sneaker)
    const before = await boxOf(slip(page))
    await hydrated()
    await slip(page).getByText('¥294.12').waitFor()
    const after = await boxOf(slip(page))
    expect(after).toEqual(before)
    expect(after.bottom).toBeLessThan(800 - 64)
  })
})
