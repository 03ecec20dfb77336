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
  test('is between QC photos and reviews, loads near the viewport, and describes its measurements', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.goto(items.sneaker)
    await hydrated()
    const regions = await page
      .locator('main .section')
      .evaluateAll((all) => all.map((region) => region.getAttribute('id')))
    expect(regions).toEqual(['qc', 'shipping', 'reviews'])
    expect(scripts.filter((url) => url.includes('ItemShippingEstimate'))).toEqual([])
    await section(page).getByText('Listed as 860 g, 33 x 21 x 12 cm.').waitFor()
    const link = section(page).getByRole('link', { name: 'Estimate shipping' })
    await expect
      .poll(() => link.getAttribute('href'))
      .toBe('/estimation?weight=860&length=33&width=21&height=12')
    await toShipping(page).press('Enter')
    await expect.poll(() => toShipping(page).getAttribute('aria-current')).toBe('true')
    await expect.poll(() => new URL(page.url()).hash).toBe('#shipping')
    await section(page).getByRole('button', { name: 'Ship to Germany from ¥82.01' }).waitFor()
    await section(page).getByRole('button', { name: 'Shoes change' }).waitFor()
    await section(page).getByText('Category guessed from the title.').waitFor()
    await expect
      .poll(() => section(page).getByRole('link', { name: 'Open the calculator' }).getAttribute('href'))
      .toBe('/estimation?weight=860&length=33&width=21&height=12&features=201')
  })

  test('asks for an unknown country once, and estimates for the guessed and for another category', async ({
    asVisitor,
  }) => {
    const { page, hydrated, dialog } = await asVisitor()
    await page.goto(items.sneaker)
    await hydrated()
    await toShipping(page).click()
    await section(page).getByRole('button', { name: 'Choose your country' }).click()
    await dialog('Ship to').waitFor()
    await page.keyboard.type('united king')
    await dialog('Ship to').getByRole('button', { name: 'United Kingdom 14 lines' }).waitFor()
    await page.keyboard.press('Enter')
    await section(page).getByRole('heading', { name: '13 lines' }).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain('United Kingdom')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('country'))).toBe('GB')
    const visibleLines = section(page).locator('details.option:visible')
    await expect.poll(() => visibleLines.count()).toBe(4)
    const openLine = section(page).locator('details.option[open]:visible')
    await openLine.getByText('Cheapest', { exact: true }).waitFor()
    await openLine.getByText('Total', { exact: true }).waitFor()
    const unavailable = section(page).getByRole('region', { name: 'Not for shoes' })
    await unavailable.getByText('Clothing line', { exact: true }).waitFor()
    await section(page).getByRole('button', { name: 'Show 9 more lines' }).click()
    await expect.poll(() => visibleLines.count()).toBe(13)

    await section(page).getByRole('button', { name: 'Shoes change' }).click()
    const kinds = dialog('Items Category')
    await kinds.getByRole('button', { name: 'Shoes 1 of 5' }).click()
    await kinds.getByRole('checkbox', { name: 'Sneakers (no box)' }).uncheck()
    await kinds.getByRole('button', { name: 'Clothing', exact: true }).click()
    await kinds.getByRole('checkbox', { name: 'Hoodies & sweaters' }).check()
    await kinds.getByRole('button', { name: 'Done' }).click()
    await section(page).getByRole('heading', { name: '14 lines' }).waitFor()
    await visibleLines.first().getByText('Clothing line').first().waitFor()
    await page.reload()
    await toShipping(page).click()
    await section(page).getByRole('heading', { name: '13 lines' }).waitFor()
  })

  test('has a form to change the parcel', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: toGermany })
    await page.goto(items.sneaker)
    await hydrated()
    await toShipping(page).click()
    const edit = section(page).getByRole('button', { name: 'Change it if you know better.' })
    await edit.click()
    const grams = section(page).getByLabel('Weight(g)')
    await expect.poll(() => grams.inputValue()).toBe('860')
    await expect.poll(() => section(page).getByLabel('Height(cm)').inputValue()).toBe('12')
    await expect.poll(() => destination(page).inputValue()).toBe('Germany')
    await grams.fill('')
    await section(page).getByRole('button', { name: 'calculate' }).click()
    await section(page).getByText('Weight is required').first().waitFor()
    await grams.fill('1240')
    await section(page).getByRole('button', { name: 'calculate' }).click()
    await section(page).getByText('Your parcel: 1,240 g, 33 x 21 x 12 cm.').waitFor()
    await expect.poll(() => edit.getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('1,240 g')
    await section(page).getByRole('heading', { name: '9 lines ¥101.96' }).waitFor()
  })

  test('uses the typical weight of the kind when the weight is unknown, shows its range, and offers other kinds', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor({ stored: toGermany })
    await page.goto(items.withoutMeasures)
    await hydrated()
    await page.locator('.product__info').getByRole('link', { name: 'Estimate shipping' }).last().click()
    await section(page)
      .getByText("We don't know its weight or size yet. We use 130 g, typical for its kind.")
      .waitFor()
    await section(page)
      .getByRole('heading', { name: /^\d+ lines/ })
      .waitFor()
    await section(page).getByText('Caps weigh 80 to 170 g here.').waitFor()
    await section(page)
      .getByText(/The cheapest shipping is ¥\d+\.\d\d to ¥\d+\.\d\d\./)
      .waitFor()
    await section(page).getByRole('button', { name: 'Not a cap?' }).click()
    const kinds = section(page).getByRole('group', { name: 'What is it?' })
    await expect
      .poll(() => kinds.getByRole('button').allTextContents())
      .toEqual(['T-shirt', 'Hoodie', 'Jacket', 'Sneaker', 'Shoulder bag', 'Something else'])
    await kinds.getByRole('button', { name: 'Hoodie' }).click()
    await section(page).getByText('Hoodies weigh 550 to 900 g here.').waitFor()
    await section(page)
      .getByText("We don't know its weight or size yet. We use 730 g, typical for its kind.")
      .waitFor()
    await expect
      .poll(() => section(page).getByRole('link', { name: 'Open the calculator' }).getAttribute('href'))
      .toContain('weight=730&features=102')
    expect(await axeFindings(page)).toEqual([])
    await section(page).getByRole('button', { name: 'Not a hoodie?' }).click()
    await kinds.getByRole('button', { name: 'Something else' }).click()
    await expect.poll(() => section(page).getByLabel('Weight(g)').inputValue()).toBe('')
  })

  test.for([
    ['without a source', undefined],
    ['with a source that fails', { PRODUCT_INFO_URL: 'http://127.0.0.1:9' }],
  ] as const)('works %s', async ([_state, env], { asVisitor, aSite, origin }) => {
    const siteOrigin = env ? (await aSite(env)).origin : origin
    const { page, hydrated, dialog } = await asVisitor({ origin: siteOrigin })
    await page.goto('/product/taobao/652874751412')
    await hydrated()
    await toShipping(page).click()
    await section(page).getByRole('button', { name: 'Choose your country' }).click()
    await dialog('Ship to').getByRole('textbox', { name: 'Country' }).fill('germ')
    await dialog('Ship to')
      .getByRole('button', { name: /^Germany/ })
      .click()
    await section(page).getByText('To Germany, from 200 g.').waitFor()
    await expect
      .poll(() => section(page).getByRole('listitem').first().textContent())
      .toMatch(/from ¥\d+\.\d\d$/)
    await section(page).getByText('Know its weight or size?').click()
    await section(page).getByLabel('Weight(g)').fill('500')
    await section(page).getByRole('button', { name: 'calculate' }).click()
    await section(page).getByText('To Germany, for 500 g.').waitFor()
    await section(page)
      .getByRole('heading', { name: /^\d+ lines/ })
      .waitFor()
  })

  test('links to the filled calculator without JavaScript', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto(items.sneaker)
    await section(page).getByText('Listed as 860 g, 33 x 21 x 12 cm.').waitFor()
    await section(page).getByRole('link', { name: 'Estimate shipping' }).click()
    await page.waitForURL('**/estimation?weight=860&length=33&width=21&height=12')
    await expect.poll(() => page.getByLabel('Weight(g)').inputValue()).toBe('860')
  })
})

test('form, results and price with shipping cause no layout shift and no axe findings at 360 and 1280 px', async ({
  asVisitor,
}) => {
  const { page, hydrated } = await asVisitor({ stored: toGermany })
  for (const width of widths) {
    await setWidth(page, width)
    await page.goto(items.sneaker)
    await hydrated()
    await slip(page).getByText('Yanwen registered packet').waitFor({ state: 'attached' })
    expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
    await section(page).scrollIntoViewIfNeeded()
    await section(page).getByRole('heading', { name: '9 lines' }).waitFor()
    expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
    await toShipping(page).click()
    expect(await axeFindings(page), `${width} px`).toEqual([])
    await section(page).getByRole('button', { name: 'Change it if you know better.' }).click()
    await section(page).getByLabel('Weight(g)').waitFor()
    await section(page).getByText('Read more').click()
    expect(await axeFindings(page), `${width} px`).toEqual([])
  }
})
