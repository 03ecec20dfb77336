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

const sum = (page: Page) => page.locator('.collection-sum[aria-labelledby]')

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

describe('the price of the collection', () => {
  test('is the planner’s, with shipping to the country of last time', async ({ asMember }) => {
    const visit = await asMember({ stored: toGermany })
    await keepThree(visit)
    const page = await open(visit, '/collection')
    const price = sum(page).locator('.collection-sum__price .visually-hidden').first()
    await expect.poll(() => price.textContent()).toMatch(/^\d+\.\d\d yuan$/)
    const total = (await price.textContent())?.replace(' yuan', '')
    await sum(page).getByText('Known so far with shipping to Germany').waitFor()
    await sum(page).getByText('We know the weight of 2 of 3 items.').waitFor()
    await sum(page).getByText('Same price as in the planner.').waitFor()
    await expect.poll(() => sum(page).locator('.scale-display').textContent()).toBe('Net1105 g')
    const card = cards(page).filter({ hasText: 'Low court sneaker' })
    await card.getByText(/^860 g · Saved/).waitFor()
    await card.getByText(/^¥\d+\.\d\d with shipping to Germany, sent alone$/).waitFor()
    await sum(page).getByRole('link', { name: 'Plan the haul' }).click()
    await page.waitForURL('**/haul')
    await visit.toast('3 items from your collection').waitFor()
    await row(page, 'Low court sneaker').waitFor()
    await expect.poll(() => page.locator('.receipt__row--total dd').textContent()).toBe(`¥${total}`)
  })

  test('asks for the country where nothing tells it, and for another by the keyboard', async ({
    asMember,
  }) => {
    const visit = await asMember()
    await keepThree(visit)
    const page = await open(visit, '/collection')
    await sum(page).getByText('What shipping costs depends on the country.', { exact: true }).waitFor()
    expect(visit.apiCalls.filter((call) => call.includes(tariffs))).toEqual([])
    await sum(page).getByRole('button', { name: 'Choose a country' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Country', { exact: true }).fill('germ')
    await page.keyboard.press('Enter')
    await sum(page).getByText('with shipping to Germany').waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('country'))).toBe('DE')
    await sum(page).getByRole('button', { name: 'Change country' }).press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Change country')
  })

  test('says when nothing takes it', async ({ asMember }) => {
    const visit = await asMember({ stored: { country: 'AQ' } })
    await keepThree(visit)
    const page = await open(visit, '/collection')
    await sum(page).getByText('No shipping line goes to Antarctica yet.', { exact: true }).waitFor()
    await weighing(page, 900_000)
    await page.evaluate(() => localStorage.setItem('country', 'DE'))
    await page.reload()
    await sum(page).getByText('No shipping line to Germany takes these items.', { exact: true }).waitFor()
  })

  test('says when it knows no weight, and is away while nothing is kept', async ({ asMember }) => {
    const visit = await asMember({ stored: toGermany })
    const page = await open(visit, '/collection')
    await page.getByRole('heading', { name: 'No collections found' }).waitFor()
    await expect.poll(() => sum(page).count()).toBe(0)
    await keep(visit, withoutWeight)
    await page.reload()
    await sum(page).getByText("We don't know what these items weigh yet.", { exact: true }).waitFor()
    await sum(page).getByRole('link', { name: 'Plan the haul' }).waitFor()
  })

  test('tells of prices that do not come, and asks again', async ({ asMember }) => {
    const visit = await asMember({ stored: toGermany, allow: [/net::ERR_FAILED/] })
    await keepThree(visit)
    await lost(visit.page, tariffs)
    const page = await open(visit, '/collection')
    await sum(page).getByText('Failed to fetch data!', { exact: true }).waitFor()
    await page.unroute(`**/api/v1${tariffs}*`)
    await sum(page).getByRole('button', { name: 'Try Again' }).click()
    await sum(page).getByText('Same price as in the planner.').waitFor()
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
      await sum(page).getByText('Same price as in the planner.').waitFor()
      await page.getByText('sent alone').first().waitFor()
      expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
      expect(await axeFindings(page), `${width} px`).toEqual([])
    }
    await fitsEveryWidth(page)
  })
})
