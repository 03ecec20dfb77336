import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { cards, count, drop, main, searchOf } from '../lists/popular-page.ts'
import { axeFindings } from '../support/axe.ts'
import { cleanAtBothWidths, setWidth } from '../support/both-widths.ts'
import { fits } from '../support/box.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test, widths } from '../support/test.ts'

const landedSwitch = (page: Page) => page.getByRole('switch', { name: /^With shipping to / })
const destination = (page: Page) => page.locator('#landed-country')
const order = (page: Page) => main(page).getByLabel('Order', { exact: true })
const toGermany = { country: 'DE' }

/** What each card says below its price, in yuan; undefined where it has no sum. */
function sums(page: Page): Promise<({ price: number; freight: number; total: number } | undefined)[]> {
  return cards(page).evaluateAll((all) =>
    all.map((card) => {
      const amounts = [...card.querySelectorAll('.price .visually-hidden')].map((one) =>
        Number.parseFloat(one.textContent),
      )
      const [price, freight, total] = amounts
      if (price === undefined || freight === undefined || total === undefined) return undefined
      return { price, freight, total }
    }),
  )
}

describe('the landed price', () => {
  test('asks for a country once, and adds freight to every card', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/popular')
    await hydrated()
    await expect.poll(() => landedSwitch(page).isChecked()).toBe(false)
    await page.getByText('With shipping to your country', { exact: true }).waitFor()
    await landedSwitch(page).press('Space')
    await expect
      .poll(() => destination(page).evaluate((field) => field === document.activeElement))
      .toBe(true)
    await page.getByRole('button', { name: 'Use this country' }).click()
    await main(page).getByText('Country is required').waitFor()
    await destination(page).pressSequentially('germ')
    await page.getByRole('option', { name: 'Germany' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => destination(page).inputValue()).toBe('Germany')
    await page.keyboard.press('Enter')
    await expect.poll(() => searchOf(page)).toBe('?ShipTo=DE')
    await main(page)
      .getByText(/^\+ .*freight/)
      .first()
      .waitFor()
    await expect.poll(() => landedSwitch(page).isChecked()).toBe(true)
    await page.getByText('With shipping to Germany', { exact: true }).waitFor()
    const all = await sums(page)
    expect(all).toHaveLength(24)
    for (const sum of all.filter((one) => one !== undefined)) {
      expect(sum.freight).toBeGreaterThan(0)
      expect(Math.round((sum.price + sum.freight) * 100)).toBe(Math.round(sum.total * 100))
    }
    await expect.poll(() => page.evaluate(() => localStorage.getItem('country'))).toBe('DE')
    await main(page)
      .getByText('Freight is an estimate, by the cheapest line that takes goods of any kind.', {
        exact: true,
      })
      .waitFor()
  })

  test('goes to the country of last time by one press, and back by another', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: toGermany })
    await page.goto('/popular?MaxPrice=300')
    await hydrated()
    await landedSwitch(page).check({ force: true })
    await expect.poll(() => searchOf(page)).toBe('?MaxPrice=300&ShipTo=DE')
    await order(page).selectOption('Sort by landed price')
    await expect.poll(() => searchOf(page)).toBe('?MaxPrice=300&ShipTo=DE&Sort=landed')
    await expect
      .poll(async () => {
        const totals = (await sums(page)).flatMap((sum) => sum?.total ?? [])
        return totals.length > 10 && totals.every((total, place) => total >= (totals[place - 1] ?? 0))
      })
      .toBe(true)
    await main(page).getByText('with shipping to Germany', { exact: true }).waitFor()
    await landedSwitch(page).uncheck({ force: true })
    await expect.poll(() => searchOf(page)).toBe('?MaxPrice=300')
    await main(page).getByText('with shipping to Germany', { exact: true }).waitFor({ state: 'detached' })
    await expect.poll(() => main(page).locator('.price-with-shipping').count()).toBe(0)
  })

  test('is dropped by its chip, and other filters leave it alone', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: toGermany })
    await page.goto('/popular?ShipTo=DE&Sort=landed&MaxPrice=300&Storefront=taobao')
    await hydrated()
    await main(page).getByRole('link', { name: 'Clear filters' }).click()
    await expect.poll(() => searchOf(page)).toBe('?ShipTo=DE&Sort=landed')
    await page.getByLabel('Max Price').fill('100')
    await expect.poll(() => searchOf(page)).toBe('?MaxPrice=100&ShipTo=DE&Sort=landed')
    await drop(page, 'shipping to Germany').click()
    await expect.poll(() => searchOf(page)).toBe('?MaxPrice=100')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status')
  })

  test('goes to another country where one is asked for', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: toGermany })
    await page.goto('/popular?ShipTo=DE')
    await hydrated()
    const before = await sums(page)
    await page.getByRole('button', { name: 'Change country' }).click()
    await destination(page).fill('Brazil')
    await page.getByRole('option', { name: 'Brazil' }).click()
    await page.getByRole('button', { name: 'Use this country' }).click()
    await expect.poll(() => searchOf(page)).toBe('?ShipTo=BR')
    await page.getByText('With shipping to Brazil', { exact: true }).waitFor()
    await expect.poll(() => sums(page)).not.toEqual(before)
  })

  test('says why an item has none', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto('/popular?ShipTo=DE&Sort=landed&page=3')
    await expect.poll(() => count(page).textContent()).toBe('62 products')
    await expect
      .poll(() => cards(page).last().locator('.price-with-shipping').textContent())
      .toBe('Freight: weight not known')
    await page.goto('/popular?ShipTo=AQ')
    await main(page).getByText('Freight: no line takes it', { exact: true }).first().waitFor()
  })

  test('is as if it were not asked for where the country is none', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto('/popular?ShipTo=ZZ&Sort=landed&MaxPrice=100')
    await expect.poll(() => searchOf(page)).toBe('?MaxPrice=100')
    await expect.poll(() => main(page).locator('.price-with-shipping').count()).toBe(0)
  })

  test('works without script, as a part of the form', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/popular?MaxPrice=100')
    await expect.poll(() => landedSwitch(page).isVisible()).toBe(false)
    await page.getByLabel('With shipping to', { exact: true }).fill('DE')
    await page.locator('#filter-Sort').selectOption('Sort by landed price')
    await page.getByRole('button', { name: 'Apply filters' }).click()
    const asked = new URL(page.url()).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({ MaxPrice: '100', ShipTo: 'DE', Sort: 'landed' })
    const totals = (await sums(page)).flatMap((sum) => sum?.total ?? [])
    expect(totals.length).toBeGreaterThan(10)
    expect(totals).toEqual(totals.toSorted((one, other) => one - other))
    await main(page).getByText('with shipping to Germany', { exact: true }).waitFor()
    await expect.poll(() => page.getByLabel('With shipping to', { exact: true }).inputValue()).toBe('DE')
    await drop(page, 'shipping to Germany').click()
    await expect.poll(() => new URL(page.url()).searchParams.has('ShipTo')).toBe(false)
  })

  test('fits, moves nothing and is free of faults at 360 and 1280 px', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    for (const width of widths) {
      await setWidth(page, width)
      for (const view of ['', '&view=compact']) {
        await page.goto(`/popular?ShipTo=DE&Sort=landed${view}`)
        await hydrated()
        await fits(page)
        expect(await layoutShift(page), `${width} px ${view}`).toBeLessThanOrEqual(0.02)
        expect(await axeFindings(page), `${width} px ${view}`).toEqual([])
      }
    }
    await page.goto('/popular?ShipTo=GS') // the longest name of all
    await hydrated()
    await page
      .getByText('With shipping to South Georgia and the South Sandwich Islands', { exact: true })
      .waitFor()
    for (const isOpen of [false, true]) {
      if (isOpen) await page.getByRole('button', { name: 'Change country' }).click()
      if (isOpen) await page.getByRole('button', { name: 'Use this country' }).waitFor()
      for (const width of widths) {
        await setWidth(page, width)
        await fits(page)
      }
    }
    await cleanAtBothWidths(page)
  })
})
