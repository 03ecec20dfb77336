import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { items } from '../support/product-page.ts'
import { test, widths } from '../support/test.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Shipping', exact: true })
const slip = (page: Page) => page.getByRole('region', { name: 'Price with shipping' })
const toShipping = (page: Page) =>
  page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Shipping' })
const destination = (page: Page) => page.locator('#estimate-destination')
const toGermany = { country: 'DE' }

describe('shipping on the product page', () => {
  test('stands between QC photos and reviews, comes when it is near, filled in, and says where the figures come from', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.goto(items.sneaker)
    await hydrated()
    const regions = await page
      .locator('main .section')
      .evaluateAll((all) => all.map((one) => one.getAttribute('id')))
    expect(regions).toEqual(['qc', 'shipping', 'reviews'])
    await expect.poll(() => section(page).getByLabel('Weight(g)').count()).toBe(0)
    expect(scripts.filter((url) => url.includes('ItemShippingEstimate'))).toEqual([])
    await section(page)
      .getByText('As the catalogue has it: 860 g, 33 x 21 x 12 cm.', { exact: true })
      .waitFor()
    const link = section(page).getByRole('link', { name: 'Estimate shipping' })
    await expect
      .poll(() => link.getAttribute('href'))
      .toBe('/estimation?weight=860&length=33&width=21&height=12')
    await toShipping(page).press('Enter')
    await expect.poll(() => toShipping(page).getAttribute('aria-current')).toBe('true')
    await expect.poll(() => new URL(page.url()).hash).toBe('#shipping')
    await expect.poll(() => section(page).getByLabel('Weight(g)').inputValue()).toBe('860')
    await expect.poll(() => section(page).getByLabel('Length(cm)').inputValue()).toBe('33')
    await expect.poll(() => section(page).getByLabel('Width(cm)').inputValue()).toBe('21')
    await expect.poll(() => section(page).getByLabel('Height(cm)').inputValue()).toBe('12')
    await section(page).getByRole('link', { name: 'Open the calculator' }).waitFor()
  })

  test('says what is missing, answers in place of the form, and Edit brings the form back', async ({
    asVisitor,
  }) => {
    const { page, hydrated, apiCalls } = await asVisitor()
    await page.goto(items.sneaker)
    await hydrated()
    expect(apiCalls.filter((call) => call.includes('shipping'))).toEqual([])
    await toShipping(page).click()
    const grams = section(page).getByLabel('Weight(g)')
    await grams.fill('')
    await section(page).getByRole('button', { name: 'calculate' }).click()
    await section(page).getByText('Country is required').first().waitFor()
    await section(page).getByText('Weight is required').first().waitFor()
    await grams.fill('860')
    await destination(page).click()
    await destination(page).pressSequentially('germ')
    await page.getByRole('option', { name: 'Germany' }).click()
    await section(page).getByRole('button', { name: 'calculate' }).click()
    const asked = section(page).getByText('860 g, 33x21x12 cm', { exact: true })
    await asked.waitFor()
    await section(page).getByText('Germany').first().waitFor()
    await section(page).getByText('China-Europe rail line (tax included)').first().waitFor()
    await section(page).getByRole('heading', { name: 'Where the next step is' }).waitFor()
    await expect.poll(() => section(page).getByLabel('Weight(g)').count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('860 g')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('country'))).toBe('DE')
    await slip(page).getByText('YunExpress Direct').waitFor({ state: 'attached' })

    await section(page).getByRole('link', { name: 'Edit' }).click()
    await expect.poll(() => section(page).getByLabel('Weight(g)').inputValue()).toBe('860')
    await expect.poll(() => destination(page).inputValue()).toBe('Germany')
  })

  test('begins with a guess by the name where nobody knows the weight, and calls it one', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto(items.withoutMeasures)
    await hydrated()
    await section(page).getByText('Nobody has told us its weight and size yet.', { exact: true }).waitFor()
    await page.locator('.product__info').getByRole('link', { name: 'Estimate shipping' }).last().click()
    await expect.poll(() => section(page).getByLabel('Weight(g)').inputValue()).toBe('150')
    await section(page)
      .getByText('150 g is our own guess, by its name. Nobody has told us what it weighs.', { exact: true })
      .waitFor()
  })

  test.for([
    ['without a source', undefined],
    ['with a source that fails', { PRODUCT_INFO_URL: 'http://127.0.0.1:9' }],
  ] as const)('works %s', async ([_state, env], { asVisitor, aSite, origin }) => {
    const at = env ? (await aSite(env)).origin : origin
    const { page, hydrated } = await asVisitor({ origin: at })
    await page.goto('/product/taobao/652874751412')
    await hydrated()
    await toShipping(page).click()
    await section(page).getByText('Nobody has told us its weight and size yet.', { exact: true }).waitFor()
    await section(page).getByLabel('Weight(g)').fill('500')
    await destination(page).fill('DE')
    await page.getByRole('option', { name: 'Germany' }).click()
    await section(page).getByRole('button', { name: 'calculate' }).click()
    await section(page).locator('.estimate-summary').getByText('500 g', { exact: true }).waitFor()
  })

  test('works without script as a link to the filled calculator', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto(items.sneaker)
    await section(page)
      .getByText('As the catalogue has it: 860 g, 33 x 21 x 12 cm.', { exact: true })
      .waitFor()
    await section(page).getByRole('link', { name: 'Estimate shipping' }).click()
    await page.waitForURL('**/estimation?weight=860&length=33&width=21&height=12')
    await expect.poll(() => page.getByLabel('Weight(g)').inputValue()).toBe('860')
  })
})

test('form, answer and freight move nothing and are clean for axe at 360 and 1280 px', async ({
  asVisitor,
}) => {
  const { page, hydrated } = await asVisitor({ stored: toGermany })
  for (const width of widths) {
    await setWidth(page, width)
    await page.goto(items.sneaker)
    await hydrated()
    await slip(page).getByText('YunExpress Direct').waitFor({ state: 'attached' })
    expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
    await section(page).scrollIntoViewIfNeeded()
    await section(page).getByLabel('Weight(g)').waitFor()
    expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
    await toShipping(page).click()
    expect(await axeFindings(page), `${width} px`).toEqual([])
    await section(page).getByRole('button', { name: 'Germany, as last time' }).click()
    await section(page).getByRole('button', { name: 'calculate' }).click()
    await section(page).getByRole('heading', { name: 'Where the next step is' }).waitFor()
    expect(await axeFindings(page), `${width} px`).toEqual([])
  }
})
