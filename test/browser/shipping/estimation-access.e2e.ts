import { expect } from 'vitest'
import { cleanAtBothWidths, setWidth } from '../support/both-widths.ts'
import { expectNoOverflow } from '../support/box.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test, widths } from '../support/test.ts'
import { card, cards, curve, names, readCharges, results, shoes, summary } from './results-page.ts'

test('axe finds nothing in the results at 360 and 1280 px', async ({ asVisitor }) => {
  const { page, hydrated } = await asVisitor()
  await page.goto(shoes)
  await hydrated()
  const line = card(page, 'UPS Expedited')
  await summary(line).click()
  await line.getByText('Show all').click()
  await curve(page).getByRole('img').waitFor()
  await curve(page).getByText('Show as table').click()
  await page.getByLabel('Prices in').selectOption('USD')
  await cleanAtBothWidths(page)
})

test('axe finds nothing in results by weight only and in empty results, at 360 and 1280 px', async ({
  asVisitor,
}) => {
  const { page, hydrated } = await asVisitor()
  for (const query of [
    'destination=US&weight=50',
    'destination=DE&weight=90000', // no line takes it
    'destination=AQ&weight=500', // no line goes there
  ]) {
    await page.goto(`/estimation?${query}`)
    await hydrated()
    await cleanAtBothWidths(page)
  }
})

test.for(['CNY', 'JPY'])(
  'in results in %s nothing moves under the reader at 360 and 1280 px',
  async (currency, { asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: { currency } })
    let hold: PromiseWithResolvers<void>
    // What amounts are converted with comes late, when the visitor is already reading the list.
    await page.route('**/shipping/tariffs**', async (route) => {
      await hold.promise
      await route.continue()
    })
    for (const width of widths) {
      hold = Promise.withResolvers()
      await setWidth(page, width)
      await page.goto(shoes)
      await hydrated()
      await page.getByRole('heading', { name: '9 lines' }).scrollIntoViewIfNeeded()
      hold.resolve()
      await curve(page).getByRole('img').waitFor()
      const sign = currency === 'JPY' ? 'JPY 2407' : '¥101.96'
      await page.getByRole('heading', { name: `9 lines ${sign}` }).waitFor()
      expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
    }
  },
)

test('results fit every width', async ({ asVisitor }) => {
  const { page, hydrated } = await asVisitor()
  for (const sizes of [
    [320, 360, 480, 600],
    [768, 1000, 1280, 1920],
  ] as const) {
    await page.setViewportSize({ width: sizes[0], height: 800 })
    await page.goto(shoes)
    await hydrated()
    const [, ...closed] = await cards(page).all()
    for (const line of closed) await summary(line).click()
    await curve(page).getByRole('img').waitFor()
    await page.getByLabel('Prices in').selectOption('IDR')
    await page.getByRole('heading', { name: '9 lines IDR' }).waitFor()
    for (const width of sizes) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoOverflow(page)
      const cut = await results(page)
        .locator('.receipt__row dd, .weight-summary dd, .option__cost')
        .evaluateAll((all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
        )
      expect(cut, `${width} px`).toEqual([])
    }
  }
})

test('lists the lines by price with their charges, without JavaScript', async ({ asVisitor }) => {
  const { page } = await asVisitor({ javaScript: false })
  await page.goto(shoes)
  await page.getByRole('heading', { name: '9 lines ¥101.96–382.13' }).waitFor()
  await expect
    .poll(async () => (await names(page)).slice(0, 2))
    .toEqual(['Yanwen registered packet', 'China Post registered packet'])
  for (const control of ['Price', 'Days', 'Per kg', 'Tax included', 'Battery'])
    await expect.poll(() => page.getByRole('button', { name: control, exact: true }).isVisible()).toBe(false)
  await expect.poll(() => page.getByLabel('Prices in').isVisible()).toBe(false)
  await expect.poll(() => page.getByText('What more weight costs').isVisible()).toBe(false)
  const line = card(page, 'China-Europe rail line')
  await summary(line).click()
  await line.getByText('Not accepted', { exact: true }).waitFor()
  await expect.poll(async () => (await readCharges(line)).at(-1)).toEqual(['Total', '¥116.99'])
  await page.getByText('Duty and tax: VAT applies to every parcel.').waitFor()
})

test('shows the curve without animation with reduced motion', async ({ asVisitor }) => {
  const { page, hydrated } = await asVisitor({ reducedMotion: true })
  await page.goto(shoes)
  await hydrated()
  await curve(page).getByRole('img').scrollIntoViewIfNeeded()
  await page.locator('.curve--seen').waitFor()
  const drawn = curve(page).locator('.curve__drawn')
  await expect.poll(() => drawn.evaluate((one) => getComputedStyle(one).transitionDuration)).toBe('0s')
})
