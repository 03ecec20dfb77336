import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type Member, test } from '../support/accounts.ts'
import { fitsEveryWidth } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { lost } from '../support/calls.ts'
import { cards, keep, open } from '../support/collection-page.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { widths } from '../support/test.ts'
import { row } from './haul-page.ts'

const sneaker = { productCode: '9900661650', storeName: 'weidian' }
const tee = { productCode: '990000497456', storeName: 'ali_1688' }
const withoutWeight = { productCode: '990000987587', storeName: 'ali_1688' }
const tariffs = '/shipping/tariffs'
const toGermany = { country: 'DE' }

const meter = (page: Page) => page.getByRole('region', { name: 'Haul meter' })

/** Three items, of which two weigh 860 and 245 g. */
async function keepThree(visit: Member): Promise<void> {
  await keep(visit, withoutWeight, tee, sneaker)
}

/** Lets one item weigh what a test needs. */
async function weighing(page: Page, grams: number): Promise<void> {
  await page.route('**/api/v1/users/viewCollection', async (route) => {
    const answer = await (await route.fetch()).json()
    const [first, ...others] = answer.data.productCollection
    const productCollection = [{ ...first, weight: grams }, ...others.map(unweighed)]
    await route.fulfill({ json: { ...answer, productCollection, data: { productCollection } } })
  })
}

function unweighed<T>(entry: T): T & { weight: null } {
  return { ...entry, weight: null }
}

describe('the haul meter', () => {
  test('weighs what is kept and says what it costs to the country of last time', async ({ asMember }) => {
    const visit = await asMember({ stored: toGermany })
    await keepThree(visit)
    const page = await open(visit, '/collection')
    await meter(page).getByText('2 of 3 items have a weight.').waitFor()
    await meter(page).getByText('to Germany with').waitFor()
    await expect.poll(() => meter(page).locator('.scale-display').textContent()).toBe('Net1105 g')
    await expect
      .poll(() => meter(page).locator('.price .visually-hidden').textContent())
      .toMatch(/^\d+\.\d\d yuan$/)
    await meter(page).getByText('An estimate, by weight alone.').waitFor()
    const lines = meter(page).getByRole('link', { name: /^All \d+ lines$/ })
    await expect.poll(() => lines.getAttribute('href')).toBe('/estimation?destination=DE&weight=1105')
    const card = cards(page).filter({ hasText: 'Low court sneaker' })
    await card.getByText('860 g', { exact: true }).waitFor()
    await meter(page).getByRole('link', { name: 'Plan the haul' }).click()
    await page.waitForURL('**/haul')
    await visit.toast('3 items from your collection').waitFor()
    await row(page, 'Low court sneaker').waitFor()
  })

  test('shows the free weight up to the next step, true to scale', async ({ asMember }) => {
    const visit = await asMember({ stored: toGermany })
    await keepThree(visit)
    await weighing(visit.page, 4760)
    const page = await open(visit, '/collection')
    await meter(page)
      .getByText(
        'Every gram counts on this line. With EMS (China Post), ¥484.20, the next 240 g cost nothing.',
        { exact: true },
      )
      .waitFor()
    await expect.poll(() => meter(page).locator('.price .visually-hidden').textContent()).toBe('240.19 yuan')
    await meter(page)
      .getByText('to Germany with China-Europe rail line (tax included), 20–35 days', { exact: true })
      .waitFor()
    const ruler = meter(page).getByRole('img', {
      name: '4,760 g of known weight. The next step is at 5,000 g, in 240 g.',
    })
    await ruler.getByText('5,000 g, then + ¥37.60', { exact: true }).waitFor()
    const measures = await ruler
      .locator('rect')
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute('width'))))
    const [rest = 0, fill = 0, room = 0] = measures
    expect(fill / rest).toBeCloseTo(4760 / 6500, 2)
    expect(room / rest).toBeCloseTo(240 / 6500, 2)
  })

  test('asks for the country where none is known, and for another by the keyboard', async ({ asMember }) => {
    const visit = await asMember()
    await keepThree(visit)
    const page = await open(visit, '/collection')
    await meter(page).getByText('Where is it going?', { exact: true }).waitFor()
    expect(visit.apiCalls.filter((call) => call.includes(tariffs))).toEqual([])
    const destination = page.locator('#meter-country')
    await destination.fill('germ')
    await page.getByRole('option', { name: 'Germany' }).click()
    await meter(page).getByRole('button', { name: 'Use this country' }).press('Enter')
    await meter(page).getByText('to Germany with').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Haul meter')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('country'))).toBe('DE')

    await meter(page).getByRole('button', { name: 'Change country' }).press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('meter-country')
    await meter(page).getByRole('button', { name: 'Cancel' }).press('Enter')
    await meter(page).getByText('to Germany with').waitFor()
    await meter(page).getByRole('button', { name: 'Change country' }).press('Enter')
    await destination.fill('braz')
    await page.getByRole('option', { name: 'Brazil' }).click()
    await meter(page).getByRole('button', { name: 'Use this country' }).press('Enter')
    await meter(page).getByText('to Brazil with').waitFor()
  })

  test('says when nothing takes it', async ({ asMember }) => {
    const visit = await asMember({ stored: { country: 'AQ' } })
    await keepThree(visit)
    const page = await open(visit, '/collection')
    await meter(page).getByText('No line of ours goes to Antarctica.', { exact: true }).waitFor()
    await weighing(page, 900_000)
    await page.evaluate(() => localStorage.setItem('country', 'DE'))
    await page.reload()
    await meter(page)
      .getByText('No line to Germany takes 900,000 g in one parcel.', { exact: true })
      .waitFor()
    await meter(page).getByText('The planner splits a haul over several parcels.').waitFor()
  })

  test('says when it knows no weight, and is away while nothing is kept', async ({ asMember }) => {
    const visit = await asMember({ stored: toGermany })
    const page = await open(visit, '/collection')
    await page.getByRole('heading', { name: 'No collections found' }).waitFor()
    await expect.poll(() => meter(page).count()).toBe(0)
    await keep(visit, withoutWeight)
    await page.reload()
    await meter(page).getByText('Nobody has told us what these items weigh.', { exact: true }).waitFor()
    await meter(page).getByRole('link', { name: 'Plan the haul' }).waitFor()
  })

  test('tells of prices that do not come, and asks again', async ({ asMember }) => {
    const visit = await asMember({ stored: toGermany, allow: [/net::ERR_FAILED/] })
    await keepThree(visit)
    await lost(visit.page, tariffs)
    const page = await open(visit, '/collection')
    await meter(page).getByText('Failed to fetch data!', { exact: true }).waitFor()
    await page.unroute(`**/api/v1${tariffs}*`)
    await meter(page).getByRole('button', { name: 'Try Again' }).click()
    await meter(page).getByText('to Germany with').waitFor()
  })

  test('moves nothing and is free of faults at 360 and 1280 px, and fits every width', async ({
    asMember,
  }) => {
    const visit = await asMember({ stored: toGermany })
    const { page } = visit
    await keepThree(visit)
    for (const width of widths) {
      await setWidth(page, width)
      await open(visit, '/collection')
      await meter(page).getByText('to Germany with').waitFor()
      expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
      expect(await axeFindings(page), `${width} px`).toEqual([])
    }
    await fitsEveryWidth(page)
  })
})
