import { describe, expect } from 'vitest'
import { test } from '../support/test.ts'
import { cards, count, drop, main, prices, searchOf } from './popular-page.ts'

describe('the filters', () => {
  test('apply while typing, without a change of the scroll position or the history', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/')
    await page.goto('/popular')
    await hydrated()
    await page.mouse.wheel(0, 40)
    await page.getByLabel('Max Price').pressSequentially('100')
    await expect.poll(() => searchOf(page)).toBe('?MaxPrice=100')
    await expect.poll(async () => Math.max(...(await prices(page)))).toBeLessThanOrEqual(100)
    await expect.poll(() => count(page).textContent()).toMatch(/^\d+ products$/)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('MaxPrice')
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  })

  test('apply at once on Enter and on a choice; an inverted price range keeps the list and sends no request', async ({
    asVisitor,
  }) => {
    const { page, hydrated, apiCalls } = await asVisitor()
    await page.goto('/popular')
    await hydrated()
    await page.getByLabel('Min Price').fill('200')
    await page.keyboard.press('Enter')
    await expect.poll(() => searchOf(page)).toBe('?MinPrice=200')
    await expect
      .poll(() => page.getByLabel('Storefront').getByRole('option').allTextContents())
      .toEqual(['All', 'Taobao', 'Weidian', '1688'])
    await page.getByLabel('Storefront').selectOption('1688')
    await expect.poll(() => searchOf(page)).toBe('?MinPrice=200&Storefront=1688')
    await expect.poll(async () => Math.min(...(await prices(page)))).toBeGreaterThanOrEqual(200)
    await page.reload()
    await expect.poll(() => page.getByLabel('Min Price').inputValue()).toBe('200')
    await expect.poll(() => page.getByLabel('Storefront').inputValue()).toBe('1688')

    await hydrated()
    const countText = await count(page).textContent()
    await page.getByLabel('Min Price').fill('300')
    await expect.poll(() => searchOf(page)).toBe('?MinPrice=300&Storefront=1688')
    await expect.poll(() => count(page).textContent()).not.toBe(countText)
    const before = await count(page).textContent()
    const previousCalls = apiCalls.length
    await page.getByLabel('Max Price').fill('20')
    await main(page).getByText('Max Price is below Min Price.').waitFor()
    await expect
      .poll(() => page.getByLabel('Max Price').getAttribute('aria-describedby'))
      .toBe('filter-MaxPrice-problem')
    await page.keyboard.press('Enter')
    await expect.poll(() => searchOf(page)).toBe('?MinPrice=300&Storefront=1688')
    await expect.poll(() => count(page).textContent()).toBe(before)
    expect(apiCalls.length).toBe(previousCalls)
    await page.getByLabel('Max Price').fill('400')
    await main(page).getByText('Max Price is below Min Price.').waitFor({ state: 'detached' })
    await expect.poll(() => searchOf(page)).toBe('?MinPrice=300&MaxPrice=400&Storefront=1688')
  })

  test('are removed by their chips, which moves the focus to the count; an empty list says so and offers filters to remove', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/popular?MaxPrice=100&Storefront=taobao&view=compact')
    await hydrated()
    await page.evaluate(() => scrollTo(0, 60))
    await drop(page, 'Max Price ¥100').click()
    await expect.poll(() => searchOf(page)).toBe('?Storefront=taobao&view=compact')
    await expect.poll(() => page.getByLabel('Max Price').inputValue()).toBe('')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(60)
    await page.getByLabel('Max Price').fill('50')
    await expect.poll(() => searchOf(page)).toContain('MaxPrice=50')
    await main(page).getByRole('link', { name: 'Clear filters' }).click()
    await expect.poll(() => searchOf(page)).toBe('?view=compact')
    await expect.poll(() => count(page).textContent()).toBe('62 products')
    await expect.poll(() => page.getByLabel('Storefront').inputValue()).toBe('')

    await page.getByLabel('Storefront').selectOption('Taobao')
    await page.getByLabel('Min Price').fill('9000')
    await page.getByRole('heading', { name: 'No Product Found' }).waitFor()
    await expect.poll(() => count(page).textContent()).toBe('0 products')
    await main(page).getByRole('link', { name: 'Remove Min Price ¥9000', exact: true }).last().click()
    await expect.poll(() => searchOf(page)).toBe('?Storefront=taobao&view=compact')
    await cards(page).first().waitFor()
  })
})

describe('the filter drawer of phones', () => {
  test('shows the number of results, and applies the filters', async ({ asVisitor }) => {
    const { page, dialog, hydrated } = await asVisitor({ width: 360, touch: true })
    await page.goto('/popular?MaxPrice=400')
    await hydrated()
    await expect.poll(() => page.getByRole('button', { name: 'Filters' }).innerText()).toContain('1')
    await page.getByRole('button', { name: 'Filters' }).click()
    await dialog('Filters').getByRole('button', { name: 'Show 62 products' }).waitFor()
    await dialog().getByRole('radio', { name: '1688' }).check()
    const show = dialog().getByRole('button', { name: /^Show \d+ products$/ })
    await expect.poll(() => show.innerText()).not.toContain('62')
    const promised = /\d+/.exec(await show.innerText())?.[0]
    await show.click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => searchOf(page)).toBe('?MaxPrice=400&Storefront=1688')
    await expect.poll(() => count(page).textContent()).toBe(`${promised} products`)
  })

  test('keeps the typed values and reports errors, and discards them when it is closed', async ({
    asVisitor,
  }) => {
    const { page, dialog, hydrated } = await asVisitor({ width: 360, touch: true })
    await page.goto('/popular')
    await hydrated()
    await page.getByRole('button', { name: 'Filters' }).click()
    await dialog().getByLabel('Min Price').fill('90')
    await dialog().getByLabel('Max Price').fill('10')
    await dialog().getByRole('button', { name: /^Show/ }).click()
    await dialog().getByText('Max Price is below Min Price.').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('MaxPrice')
    await dialog().getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => dialog().getByLabel('Min Price').inputValue()).toBe('')
    await dialog().getByLabel('Min Price').fill('90')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => searchOf(page)).toBe('')
    await page.getByRole('button', { name: 'Filters' }).click()
    await expect.poll(() => dialog().getByLabel('Min Price').inputValue()).toBe('')
  })
})
