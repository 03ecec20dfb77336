import { describe, expect } from 'vitest'
import { axeFindings } from './axe.ts'
import { fits } from './box.ts'
import { layoutShift } from './layout-shift.ts'
import { card, cards, chargesOf, curve, names, results, shoes, summary } from './results-page.ts'
import { test, widths } from './test.ts'

const places = {
  results: shoes,
  'only weight': '/estimation?destination=US&weight=50',
  'nothing taken': '/estimation?destination=DE&weight=90000',
  'nowhere to': '/estimation?destination=AQ&weight=500',
}

describe.each(widths)('results at %i px', (width) => {
  test.for(Object.entries(places))('axe finds nothing: %s', async ([name, path], { asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width })
    await page.goto(path)
    await hydrated()
    if (name === 'results') {
      const line = card(page, 'FedEx International Priority')
      await summary(line).click()
      await line.getByText('Show all').click()
      await curve(page).getByRole('img').waitFor()
      await curve(page).getByText('Figures').click()
      await page.getByLabel('Prices in').selectOption('USD')
    }
    expect(await axeFindings(page)).toEqual([])
  })

  test.for(['CNY', 'JPY'])('nothing moves under the reader, in %s', async (currency, { asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width, stored: { currency } })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    // What amounts are converted with comes late, when somebody is already reading the list.
    await page.route('**/shipping/tariffs**', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(shoes)
    await hydrated()
    await page.getByRole('heading', { name: '12 lines' }).scrollIntoViewIfNeeded()
    release()
    await curve(page).getByRole('img').waitFor()
    const sign = currency === 'JPY' ? 'JPY 2732' : '¥115.72'
    await page.getByRole('heading', { name: `12 lines ${sign}` }).waitFor()
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  })
})

test.for([320, 360, 480, 600, 768, 1000, 1280, 1920])(
  'results fit into %i px',
  async (width, { asVisitor }) => {
    const { page, hydrated } = await asVisitor({ width })
    await page.goto(shoes)
    await hydrated()
    for (const line of await cards(page).all()) await summary(line).click()
    await curve(page).getByRole('img').waitFor()
    await page.getByLabel('Prices in').selectOption('IDR')
    await page.getByRole('heading', { name: '12 lines IDR' }).waitFor()
    await fits(page)
    const cut = await results(page)
      .locator('.receipt__row dd, .weighin dd, .option__cost')
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
      )
    expect(cut).toEqual([])
  },
)

test('without script the lines are listed by price and open to their charges', async ({ asVisitor }) => {
  const { page } = await asVisitor({ javaScript: false })
  await page.goto(shoes)
  await page.getByRole('heading', { name: '12 lines ¥115.72–410.96' }).waitFor()
  await expect
    .poll(async () => (await names(page)).slice(0, 2))
    .toEqual(['YunExpress Direct (general goods)', 'China-Europe rail line (tax included)'])
  for (const control of ['Price', 'Days', 'Per kg', 'Tax included', 'Battery'])
    await expect.poll(() => page.getByRole('button', { name: control, exact: true }).isVisible()).toBe(false)
  await expect.poll(() => page.getByLabel('Prices in').isVisible()).toBe(false)
  await expect.poll(() => page.getByText('Where the next step is').isVisible()).toBe(false)
  const line = card(page, 'China-Europe rail line')
  await summary(line).click()
  await line.getByText('Not carried', { exact: true }).waitFor()
  await expect.poll(async () => (await chargesOf(line)).at(-1)).toEqual(['Total', '¥116.99'])
  await page.getByText('Takes Clothing only; Shoes/Sneakers (with shoe box) is blocked.').waitFor()
  await page.getByRole('region', { name: 'Duty and tax' }).waitFor()
})

test('the curve is there at once where motion is not wanted', async ({ asVisitor }) => {
  const { page, hydrated } = await asVisitor({ reducedMotion: true })
  await page.goto(shoes)
  await hydrated()
  await curve(page).getByRole('img').scrollIntoViewIfNeeded()
  await page.locator('.curve--seen').waitFor()
  const drawn = curve(page).locator('.curve__drawn')
  await expect.poll(() => drawn.evaluate((one) => getComputedStyle(one).transitionDuration)).toBe('0s')
})
