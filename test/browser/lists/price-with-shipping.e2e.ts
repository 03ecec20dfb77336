import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axeFindings } from '../support/axe.ts'
import { setWidth } from '../support/both-widths.ts'
import { expectNoOverflow } from '../support/box.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { test, widths } from '../support/test.ts'
import { cards, count, drop, main, searchOf } from './popular-page.ts'

const order = (page: Page) => main(page).getByLabel('Sort by', { exact: true })
const sheet = (page: Page) => page.getByRole('dialog')
const toGermany = { country: 'DE' }

async function chooseCountry(page: Page, name: string) {
  await page.getByLabel('Country', { exact: true }).fill(name)
  await page.keyboard.press('Enter')
}

/** What each card says below its price, in yuan; undefined where it has no sum. */
function sums(page: Page): Promise<({ price: number; total: number } | undefined)[]> {
  return cards(page).evaluateAll((all) =>
    all.map((card) => {
      const amounts = [...card.querySelectorAll('.price .visually-hidden')].map((one) =>
        Number.parseFloat(one.textContent),
      )
      const [price, total] = amounts
      return price === undefined || total === undefined ? undefined : { price, total }
    }),
  )
}

describe('prices with shipping', () => {
  test('sorting by them asks for a country once, which every card then names', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/popular?MaxPrice=300')
    await hydrated()
    await order(page).selectOption('Price with shipping')
    await chooseCountry(page, 'Germany')
    await expect.poll(() => searchOf(page)).toBe('?MaxPrice=300&ShipTo=DE&Sort=landed')
    await expect
      .poll(async () => {
        const totals = (await sums(page)).flatMap((sum) => sum?.total ?? [])
        return totals.length > 10 && totals.every((total, index) => total >= (totals[index - 1] ?? 0))
      })
      .toBe(true)
    for (const sum of (await sums(page)).filter((each) => each !== undefined))
      expect(sum.total).toBeGreaterThan(sum.price)
    await cards(page)
      .getByText(/to Germany:/)
      .first()
      .waitFor()
    await order(page).selectOption('Our order')
    await expect.poll(() => searchOf(page)).toBe('?MaxPrice=300')
    await cards(page)
      .getByText(/to Germany:/)
      .first()
      .waitFor()
  })

  test('sorting by them asks for no country while the guess loads; failed calls keep its code and can be repeated', async ({
    asVisitor,
  }) => {
    const home = { locale: 'en-US', timeZone: 'Europe/Berlin' }
    const { page, hydrated } = await asVisitor({ home, allow: [/ERR_FAILED/] })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/country-clues-/, async (route) => {
      await released
      await route.continue()
    })
    await page.route(/\/api\/v1\/products\/|country\.json/, (route) => route.abort())
    await page.goto('/popular')
    await hydrated()
    await order(page).selectOption('Price with shipping')
    release()
    await expect.poll(() => searchOf(page)).toBe('?ShipTo=DE&Sort=landed')
    await expect.poll(() => sheet(page).count()).toBe(0)
    const shipTo = page.getByRole('banner').getByRole('button', { name: /^Ship to DE · €/ })
    await shipTo.click()
    await sheet(page).getByText("We couldn't load the countries.", { exact: true }).waitFor()
    await page.unroute(/\/api\/v1\/products\/|country\.json/)
    const retry = sheet(page).getByRole('button', { name: 'Try Again', exact: true })
    await expect
      .poll(async () => {
        if ((await retry.count()) > 0) await retry.click({ timeout: 500 }).catch(() => undefined)
        return sheet(page)
          .getByRole('button', { name: /^Germany/ })
          .count()
      })
      .toBeGreaterThan(0)
    await page.keyboard.press('Escape')
  })

  test('its chip names the country and the currency on a phone, the country alone on a narrow one', async ({
    asVisitor,
  }) => {
    const home = { locale: 'en-US', timeZone: 'Europe/Berlin' }
    for (const [width, text] of [
      [390, 'DE · €'],
      [360, 'DE'],
    ] as const) {
      const { page, hydrated } = await asVisitor({ home, width, height: 844 })
      await page.goto('/popular')
      await hydrated()
      const chip = main(page).getByRole('button', { name: /^DE.* ship to Germany, change$/ })
      const readVisibleText = () =>
        chip.evaluate((button) =>
          [...button.querySelectorAll<HTMLElement>('span:not(.visually-hidden)')]
            .filter((span) => span.offsetWidth > 0)
            .map((span) => span.textContent)
            .join(' '),
        )
      await expect.poll(readVisibleText).toBe(text)
    }
  })

  test('the stored country is used in every list without a question and without a layout shift', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor({ stored: toGermany })
    for (const path of ['/popular', '/']) {
      await page.goto(path)
      await hydrated()
      await cards(page)
        .getByText(/to Germany:/)
        .first()
        .waitFor()
      expect(await layoutShift(page), path).toBeLessThanOrEqual(0.02)
    }
  })

  test('a press opens the receipt, in which the country can be changed', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor({ stored: toGermany })
    await page.goto('/popular')
    await hydrated()
    const sum = main(page).locator('.price-with-shipping--sum').first()
    await sum.waitFor()
    const total = (await sums(page))[0]?.total.toFixed(2)
    const seen = sum.evaluate((link: HTMLElement) => link.innerText.replaceAll(/\s+/g, ' '))
    expect(await seen).toContain(`¥${total}`)
    await expect
      .poll(() => sum.getByText('with shipping').textContent())
      .toMatch(/ with shipping to Germany: Low court sneaker/)
    await sum.click()
    await sheet(page)
      .getByRole('heading', { name: `¥${total} with shipping to Germany` })
      .waitFor()
    await sheet(page).getByText('Total', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Change country' }).click()
    await chooseCountry(page, 'Brazil')
    await page.getByRole('heading', { name: /with shipping to Brazil$/ }).waitFor()
    await page.keyboard.press('Escape')
    await cards(page)
      .getByText(/to Brazil:/)
      .first()
      .waitFor()
    await expect.poll(() => sum.evaluate((link) => link === document.activeElement)).toBe(true)
  })

  test('a URL with another country is replaced by the country stored on this device', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor({ stored: toGermany })
    await page.goto('/popular?ShipTo=BR&Sort=landed&MaxPrice=300&Storefront=taobao')
    await hydrated()
    await expect.poll(() => searchOf(page)).toBe('?MaxPrice=300&Storefront=taobao&ShipTo=DE&Sort=landed')
    await main(page).getByRole('link', { name: 'Clear filters' }).click()
    await expect.poll(() => searchOf(page)).toBe('?ShipTo=DE&Sort=landed')
    await expect.poll(() => page.getByLabel('Max Price').inputValue()).toBe('')
    await page.getByLabel('Max Price').fill('100')
    await expect.poll(() => searchOf(page)).toBe('?MaxPrice=100&ShipTo=DE&Sort=landed')
  })

  test('a card without one shows the reason', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto('/popular?ShipTo=DE&Sort=landed&page=3')
    await expect.poll(() => count(page).textContent()).toBe('62 products')
    await expect
      .poll(() => cards(page).last().locator('.price-with-shipping').textContent())
      .toBe('Shipping: weight unknown')
    await page.goto('/popular?ShipTo=AQ')
    await main(page).getByText('Shipping: not available', { exact: true }).first().waitFor()
  })

  test('an unknown country is ignored', async ({ asVisitor }) => {
    const { page } = await asVisitor()
    await page.goto('/popular?ShipTo=ZZ&Sort=landed&MaxPrice=100')
    await expect.poll(() => searchOf(page)).toBe('?MaxPrice=100')
    await expect.poll(() => main(page).locator('.price-with-shipping--sum').count()).toBe(0)
  })

  test('they work without JavaScript, as a part of the form', async ({ asVisitor }) => {
    const { page } = await asVisitor({ javaScript: false })
    await page.goto('/popular?MaxPrice=100')
    await page.getByLabel('With shipping to', { exact: true }).fill('DE')
    await page.locator('#filter-Sort').selectOption('Price with shipping')
    await page.getByRole('button', { name: 'Apply filters' }).click()
    const searchParams = new URL(page.url()).searchParams
    expect(Object.fromEntries(searchParams)).toMatchObject({ MaxPrice: '100', ShipTo: 'DE', Sort: 'landed' })
    const totals = (await sums(page)).flatMap((sum) => sum?.total ?? [])
    expect(totals.length).toBeGreaterThan(10)
    expect(totals).toEqual(totals.toSorted((one, other) => one - other))
    await main(page).getByText('with shipping to Germany', { exact: true }).waitFor()
    await expect.poll(() => page.getByLabel('With shipping to', { exact: true }).inputValue()).toBe('DE')
    await drop(page, 'shipping to Germany').click()
    await expect.poll(() => new URL(page.url()).searchParams.has('ShipTo')).toBe(false)
  })

  test('they cause no overflow, layout shift or axe findings at 360 and 1280 px', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    for (const width of widths) {
      await setWidth(page, width)
      for (const view of ['', '&view=compact']) {
        await page.goto(`/popular?ShipTo=GS${view}`) // the longest name of all
        await hydrated()
        await expectNoOverflow(page)
        expect(await layoutShift(page), `${width} px ${view}`).toBeLessThanOrEqual(0.02)
        expect(await axeFindings(page), `${width} px ${view}`).toEqual([])
      }
    }
  })
})
