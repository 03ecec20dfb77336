import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type Member, test } from '../support/accounts.ts'
import { fitsEveryWidth } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { abortCall } from '../support/calls.ts'
import { cards, open, saveItems } from '../support/collection-page.ts'
import { freshRates } from '../support/fresh-rates.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { widths } from '../support/test.ts'
import { createStoredHaul } from './haul-page.ts'

const sneaker = { productCode: '9900661650', storeName: 'weidian' }
const tee = { productCode: '990000497456', storeName: 'ali_1688' }
const withoutWeight = { productCode: '990000987587', storeName: 'ali_1688' }
const tariffs = '/shipping/tariffs'
const toGermany = { country: 'DE' }

const total = (page: Page) => page.locator('.haul-total[aria-labelledby]')
const group = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const toggle = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Add to haul ?: ${name}`) })
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const amountIn = (text: string | null) => /¥\d+\.\d\d/.exec(text ?? '')?.[0]

/** Three items for later, of which two weigh 860 and 245 g. */
async function openThree(visit: Member): Promise<Page> {
  await saveItems(visit, withoutWeight, tee, sneaker)
  return open(visit, '/collection')
}

describe('the one list of haul and collection', () => {
  test('shows the same total as tray and planner, and plans only the items in the haul', async ({
    asMember,
  }) => {
    const visit = await asMember({ stored: toGermany })
    const page = await openThree(visit)
    await total(page).getByText('Nothing in the haul yet').waitFor()
    await toggle(page, 'Low court').click()
    await group(page, 'In the haul').getByRole('heading', { name: 'Low court' }).waitFor()
    await toggle(page, 'Heavy').click()
    await total(page).getByText('2 items · one parcel').waitFor()
    await expect.poll(() => total(page).locator('.scale-display').textContent()).toBe('1,105 g net')
    const sum = total(page).locator('.haul-total__sum b')
    await expect
      .poll(async () => {
        const trayAmount = amountIn(await total(page).getByRole('status').textContent())
        return trayAmount !== undefined && trayAmount === amountIn(await sum.textContent())
      })
      .toBe(true)
    const visible = amountIn(await sum.textContent())

    await page.goto('/tools')
    await expect.poll(async () => amountIn(await page.locator('.haul-tray__sum').textContent())).toBe(visible)
    await page.goto('/collection')
    await total(page).getByRole('link', { name: 'Plan the haul' }).click()
    await page.waitForURL('**/haul')
    await expect.poll(() => page.locator('.receipt__row--total dd').textContent()).toBe(visible)
    await page.getByRole('button', { name: 'Edit 2 items' }).waitFor()
  })

  test('shows the same amount in the visitor’s currency in tray, sheet, collection and receipt', async ({
    asMember,
  }) => {
    const visit = await asMember({ stored: { ...createStoredHaul('DE'), ...toGermany }, width: 390 })
    const { page } = visit
    await freshRates(page)
    await open(visit, '/collection')
    const band = total(page).locator('.haul-total__approximate')
    await expect.poll(() => band.textContent()).toMatch(/^≈ €\d+\.\d\d$/)
    const amount = (await band.textContent()) ?? ''
    const whole = `≈ €${Math.round(Number(amount.slice(3)))}`

    await open(visit, '/haul')
    const receipt = page.locator('.receipt__row', { hasText: 'In EUR' }).locator('dd')
    await expect.poll(() => receipt.textContent()).toBe(amount)

    await open(visit, '/tools')
    const tray = page
      .getByRole('complementary', { name: 'Haul' })
      .getByRole('button', { name: /open the haul$/ })
    await expect.poll(() => tray.first().textContent()).toContain(whole)
    await tray.first().click()
    const sheet = visit.dialog('Your haul').locator('.haul-sheet__total small')
    await expect.poll(() => sheet.textContent()).toBe(amount)
  })

  test('moves an item between its two lists, and the focus follows when keys are used', async ({
    asMember,
  }) => {
    const visit = await asMember({ stored: toGermany })
    const page = await openThree(visit)
    await toggle(page, 'Low court').press('Enter')
    await expect.poll(() => focusedText(page)).toMatch(/^In the haul: Low court/)
    await group(page, 'In the haul').getByText('860 g', { exact: true }).waitFor()
    await group(page, 'For later')
      .getByText(/^\+ ¥\d+\.\d\d shipping$/)
      .waitFor()
    await group(page, 'For later').getByText('weight unknown').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedText(page)).toMatch(/^Add to haul: Low court/)
    await total(page).getByText('Nothing in the haul yet').waitFor()
  })

  test('contains items of the haul that are not saved, and saves them for later', async ({ asMember }) => {
    const visit = await asMember({ stored: toGermany })
    const { page } = visit
    await open(visit, '/popular')
    await page.getByRole('button', { name: 'Add to haul: Low court sneaker with suede toe' }).click()
    await page.locator('.haul-tray__sum').waitFor()
    await open(visit, '/collection')
    const row = group(page, 'In the haul').getByRole('listitem')
    await row.getByRole('button', { name: /^In the haul ?: Low court/ }).click()
    await group(page, 'For later').getByRole('heading', { name: 'Low court' }).waitFor()
    await page.reload()
    await group(page, 'For later').getByRole('heading', { name: 'Low court' }).waitFor()
  })

  test('deletes a saved item from the haul too, and undoes both', async ({ asMember }) => {
    const visit = await asMember({ stored: toGermany })
    const page = await openThree(visit)
    await toggle(page, 'Low court').click()
    await page.getByRole('button', { name: /^Delete: Low court/ }).click()
    await visit.dialog('Are you sure?').getByRole('button', { name: 'Yes, delete it!' }).click()
    const done = visit.dialog('Deleted!')
    await done.waitFor()
    await group(page, 'In the haul').waitFor({ state: 'detached' })
    await done.getByRole('button', { name: 'Undo' }).click()
    await group(page, 'In the haul').getByRole('heading', { name: 'Low court' }).waitFor()
  })

  test('removes a typed item, with Undo', async ({ asMember }) => {
    const visit = await asMember({ stored: { ...createStoredHaul('DE'), ...toGermany } })
    const page = await open(visit, '/collection')
    await expect.poll(() => cards(page).count()).toBe(5)
    await page.getByRole('button', { name: 'Delete: Plush bear' }).click()
    await visit.toast('Removed: Plush bear').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'Plush bear' }).waitFor()
  })

  test('asks for the country only when none is stored or guessed', async ({ asMember }) => {
    const visit = await asMember({ stored: createStoredHaul('') })
    const page = await open(visit, '/collection')
    await total(page).getByRole('button', { name: 'Choose a country to see the price' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Country', { exact: true }).fill('germ')
    await page.keyboard.press('Enter')
    await total(page).getByText('With shipping to Germany').waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('country'))).toBe('DE')
  })

  test('reports when no line takes the items, and when no weight is known', async ({ asMember }) => {
    const visit = await asMember({ stored: { ...createStoredHaul('AQ'), country: 'AQ' } })
    const page = await open(visit, '/collection')
    await total(page).getByText('No shipping line goes to Antarctica yet.', { exact: true }).waitFor()
    const visitor = await asMember({ stored: toGermany })
    await saveItems(visitor, withoutWeight)
    const other = await open(visitor, '/collection')
    await toggle(other, '').click()
    await total(other).getByText("We don't know what these items weigh yet.", { exact: true }).waitFor()
  })

  test('reports prices that failed to load, and requests them again', async ({ asMember }) => {
    const visit = await asMember({
      stored: { ...createStoredHaul('DE'), ...toGermany },
      allow: [/net::ERR_FAILED/],
    })
    await abortCall(visit.page, tariffs)
    const page = await open(visit, '/collection')
    await total(page).getByText('Failed to fetch data!', { exact: true }).waitFor()
    await page.unroute(`**/api/v1${tariffs}*`)
    await total(page).getByRole('button', { name: 'Try Again' }).click()
    await total(page).getByText('With shipping to Germany').waitFor()
  })

  test('has no layout shift or axe findings at 360 and 1280 px, and fits every width', async ({
    asMember,
  }) => {
    const visit = await asMember({ stored: { ...createStoredHaul('DE'), ...toGermany } })
    const { page } = visit
    await saveItems(visit, withoutWeight, tee, sneaker)
    for (const width of widths) {
      await setWidth(page, width)
      await open(visit, '/collection')
      await total(page).getByText('With shipping to Germany').waitFor()
      await group(page, 'For later').getByText('shipping').last().waitFor()
      expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.02)
      expect(await axeFindings(page), `${width} px`).toEqual([])
    }
    await fitsEveryWidth(page)
  })
})
