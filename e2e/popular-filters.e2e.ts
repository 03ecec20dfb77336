import { describe, expect } from 'vitest'
import { cards, count, drop, main, prices, searchOf } from './popular-page.ts'
import { test } from './test.ts'

describe('the filters', () => {
  test('apply while typing, without leaving the place or the history', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/')
    await page.goto('/popular')
    await hydrated()
    await page.mouse.wheel(0, 120)
    await page.getByLabel('Max Price').pressSequentially('100')
    await expect.poll(() => searchOf(page)).toBe('?MaxPrice=100')
    await expect.poll(async () => Math.max(...(await prices(page)))).toBeLessThanOrEqual(100)
    expect(await count(page).textContent()).toMatch(/^\d+ products$/)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('MaxPrice')
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
    await page.goBack()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('apply at once by Enter and by choosing', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/popular')
    await hydrated()
    await page.getByLabel('Min Price').fill('200')
    await page.keyboard.press('Enter')
    await expect.poll(() => searchOf(page)).toBe('?MinPrice=200')
    expect(await page.getByLabel('Storefront').getByRole('option').allTextContents()).toEqual([
      'All',
      'Taobao',
      'Weidian',
      '1688',
    ])
    await page.getByLabel('Storefront').selectOption('1688')
    await expect.poll(() => searchOf(page)).toBe('?MinPrice=200&Storefront=1688')
    await expect.poll(async () => Math.min(...(await prices(page)))).toBeGreaterThanOrEqual(200)
    await page.reload()
    expect(await page.getByLabel('Min Price').inputValue()).toBe('200')
    expect(await page.getByLabel('Storefront').inputValue()).toBe('1688')
  })

  test('keep the list and ask for nothing while the range is upside down', async ({ asVisitor }) => {
    const { page, hydrated, apiCalls } = await asVisitor()
    await page.goto('/popular')
    await hydrated()
    await page.getByLabel('Min Price').fill('300')
    await expect.poll(() => searchOf(page)).toBe('?MinPrice=300')
    await expect.poll(() => count(page).textContent()).not.toBe('62 products')
    const before = await count(page).textContent()
    const asked = apiCalls.length
    await page.getByLabel('Max Price').fill('20')
    await main(page).getByText('Max Price is below Min Price.').waitFor()
    expect(await page.getByLabel('Max Price').getAttribute('aria-describedby')).toBe(
      'filter-MaxPrice-problem',
    )
    await page.keyboard.press('Enter')
    expect(searchOf(page)).toBe('?MinPrice=300')
    expect(await count(page).textContent()).toBe(before)
    expect(apiCalls.length).toBe(asked)
    await page.getByLabel('Max Price').fill('400')
    await main(page).getByText('Max Price is below Min Price.').waitFor({ state: 'detached' })
    await expect.poll(() => searchOf(page)).toBe('?MinPrice=300&MaxPrice=400')
  })

  test('are dropped by their chips, and the focus goes to the count', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/popular?MaxPrice=100&Storefront=taobao&view=compact')
    await hydrated()
    await page.evaluate(() => scrollTo(0, 200))
    await drop(page, 'Max Price ¥100').click()
    await expect.poll(() => searchOf(page)).toBe('?Storefront=taobao&view=compact')
    await expect.poll(() => page.getByLabel('Max Price').inputValue()).toBe('')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status')
    expect(await page.evaluate(() => scrollY)).toBe(200)
    await page.getByLabel('Max Price').fill('50')
    await expect.poll(() => searchOf(page)).toContain('MaxPrice=50')
    await main(page).getByRole('link', { name: 'Clear filters' }).click()
    await expect.poll(() => searchOf(page)).toBe('?view=compact')
    await expect.poll(() => count(page).textContent()).toBe('62 products')
    await expect.poll(() => page.getByLabel('Storefront').inputValue()).toBe('')
  })

  test('that leave nothing say so, and which to drop', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await page.goto('/popular?MinPrice=9000&Storefront=taobao')
    await hydrated()
    await page.getByRole('heading', { name: 'No Product Found' }).waitFor()
    expect(await count(page).textContent()).toBe('0 products')
    await main(page).getByRole('link', { name: 'Remove Min Price ¥9000', exact: true }).last().click()
    await expect.poll(() => searchOf(page)).toBe('?Storefront=taobao')
    await cards(page).first().waitFor()
  })
})

describe('the filter drawer of phones', () => {
  test('says what it will bring, and brings it', async ({ asVisitor }) => {
    const { page, dialog, hydrated } = await asVisitor({ width: 360, touch: true })
    await page.goto('/popular?MaxPrice=400')
    await hydrated()
    expect(await page.getByRole('button', { name: 'Filters' }).innerText()).toContain('1')
    await page.getByRole('button', { name: 'Filters' }).click()
    await dialog('Filters').getByRole('button', { name: 'Show 62 products' }).waitFor()
    await dialog().getByRole('radio', { name: '1688' }).check()
    const show = dialog().getByRole('button', { name: /^Show \d+ products$/ })
    await expect.poll(() => show.innerText()).not.toContain('62')
    const promised = /\d+/.exec(await show.innerText())?.[0]
    await show.click()
    await dialog().waitFor({ state: 'detached' })
    expect(searchOf(page)).toBe('?MaxPrice=400&Storefront=1688')
    await expect.poll(() => count(page).textContent()).toBe(`${promised} products`)
  })

  test('keeps what was typed, says what is wrong, and forgets it when closed', async ({ asVisitor }) => {
    const { page, dialog, hydrated } = await asVisitor({ width: 360, touch: true })
    await page.goto('/popular')
    await hydrated()
    await page.getByRole('button', { name: 'Filters' }).click()
    await dialog().getByLabel('Min Price').fill('90')
    await dialog().getByLabel('Max Price').fill('10')
    await dialog().getByRole('button', { name: /^Show/ }).click()
    await dialog().getByText('Max Price is below Min Price.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('MaxPrice')
    await dialog().getByRole('button', { name: 'Clear filters' }).click()
    expect(await dialog().getByLabel('Min Price').inputValue()).toBe('')
    await dialog().getByLabel('Min Price').fill('90')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(searchOf(page)).toBe('')
    await page.getByRole('button', { name: 'Filters' }).click()
    expect(await dialog().getByLabel('Min Price').inputValue()).toBe('')
  })
})
