import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axeFindings } from '../support/axe.ts'
import { getBox, getHeight } from '../support/box.ts'
import { test } from '../support/test.ts'
import {
  calculate,
  choose,
  destination,
  focused,
  lines,
  option,
  requestSummary,
  weight,
} from './estimation-form.ts'

const phone = { width: 360, height: 740, touch: true } as const
const toggle = (page: Page) => page.getByRole('button', { name: /^(Choose categories|Done)/ })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const chips = (page: Page) => page.locator('.category__chips > li > span').allInnerTexts()

async function open(page: Page, hydrated: () => Promise<void>, path = '/estimation'): Promise<void> {
  await page.goto(path)
  await hydrated()
}

describe('the destination', () => {
  test('suggests countries by any part of name or code, and no country while it is empty', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await open(page, hydrated)
    await expect.poll(() => page.getByPlaceholder('Start typing a country...').count()).toBe(1)
    await destination(page).click()
    await destination(page).press('ArrowDown')
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0)
    await destination(page).pressSequentially('gEr')
    await option(page, /^Germany/).waitFor()
    await expect
      .poll(() => page.getByRole('option').allInnerTexts())
      .toEqual(['Germany\nDE', 'Algeria\nDZ', 'Niger\nNE', 'Nigeria\nNG'])
    await expect.poll(() => getHeight(page.getByRole('listbox'))).toBeLessThanOrEqual(240)
    await destination(page).fill('holland')
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Netherlands Holland\nNL'])
    await destination(page).fill('')
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0)
    await destination(page).pressSequentially('qqq')
    await page.getByText('No matching country.').waitFor()
    await page.locator('.country__clear').click() // the open list hides it from screen readers
    await expect.poll(() => destination(page).inputValue()).toBe('')
    await expect.poll(() => focused(page)).toBe('Destination')
  })

  test('is reported as unknown, without a request, when a link of the site contains an unknown country', async ({
    asVisitor,
  }) => {
    const { page, hydrated, apiCalls } = await asVisitor()
    await open(page, hydrated, '/tools')
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = '/estimation?destination=ZZ&weight=1000001'
      document.querySelector('main')?.append(link)
      link.click()
    })
    await page.getByText('Unknown destination', { exact: true }).waitFor()
    await page.getByText('Weight must be a number from 1 to 1,000,000 g.', { exact: true }).waitFor()
    await expect.poll(() => destination(page).inputValue()).toBe('ZZ')
    expect(apiCalls.filter((call) => call.includes('get_estimation'))).toEqual([])
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = '/estimation?destination=DE&weight=500'
      document.querySelector('main')?.append(link)
      link.click()
    })
    await requestSummary(page).getByText('Germany').waitFor()
  })

  test('keeps text, cursor and focus while suggestions arrive', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    const { promise: hold, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/country.json', async (route) => {
      await hold
      await route.continue()
    })
    await open(page, hydrated)
    const input = page.locator('#estimate-destination')
    await input.click()
    await page.keyboard.type('Gerany')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    const isGrown = () => input.getAttribute('aria-autocomplete')
    await expect.poll(() => isGrown()).toBe(null)
    release()
    await expect.poll(isGrown).toBe('list')
    await page.keyboard.type('m')
    await expect.poll(() => destination(page).inputValue()).toBe('Germany')
    await expect.poll(() => focused(page)).toBe('Destination')
    await option(page, /^Germany/).waitFor()
  })

  test('keeps the text that was typed before the script loaded', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    const { promise: hold, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await hold
      await route.continue()
    })
    await page.goto('/estimation', { waitUntil: 'commit' })
    await page.locator('#estimate-destination').fill('Germany')
    await weight(page).fill('640')
    release()
    await hydrated()
    await expect.poll(() => destination(page).getAttribute('aria-autocomplete')).toBe('list')
    await expect.poll(() => destination(page).inputValue()).toBe('Germany')
    await calculate(page).click()
    // Typed text alone is no choice (§5).
    await page.getByText('Country is required', { exact: true }).waitFor()
    await choose(page, 'ger', /^Germany/)
    await calculate(page).click()
    await lines(page).waitFor()
    await expect.poll(() => requestSummary(page).innerText()).toBe('640 g to Germany')
  })

  test('is focused on a phone when it is missing, and opens a sheet with the same options', async ({
    asVisitor,
  }) => {
    const { page, hydrated, dialog } = await asVisitor(phone)
    await open(page, hydrated)
    await calculate(page).tap()
    await page.getByText('Country is required', { exact: true }).waitFor()
    await expect.poll(() => focused(page)).toBe('Start typing a country...')
    const opener = page.getByRole('button', { name: /^Destination/ })
    await opener.tap()
    const sheet = dialog('Ship to')
    await sheet.waitFor()
    await expect.poll(() => focused(page)).toBe('Country')
    const height = async () => Math.round((await sheet.boundingBox())?.height ?? 0)
    await expect.poll(height).toBe(700)
    await expect.poll(() => sheet.getByRole('heading', { level: 3 }).allInnerTexts()).toHaveLength(2)
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.type('ger')
    await expect
      .poll(() => sheet.getByRole('listitem').allInnerTexts())
      .toEqual(['Germany\n9 lines', 'Algeria\n1 line', 'Niger\n2 lines', 'Nigeria\n2 lines'])
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toContain('Algeria')
    await page.keyboard.press('End')
    await expect.poll(() => focused(page)).toContain('Nigeria')
    await page.keyboard.press('Home')
    await expect.poll(() => focused(page)).toContain('Germany')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => focused(page)).toBe('Country')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('cub')
    await expect.poll(() => sheet.getByRole('listitem').allInnerTexts()).toEqual(['Cuba\nno line yet'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await sheet.getByRole('status').getByText('No line ships this to Cuba yet.').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('ger')
    await sheet.getByRole('listitem').filter({ hasText: 'Germany' }).waitFor()
    await page.keyboard.press('Enter')
    await sheet.waitFor({ state: 'hidden' })
    await expect.poll(() => opener.innerText()).toBe('Germany')
    await expect.poll(() => focused(page)).toBe('Germany')
    await weight(page).fill('500')
    await calculate(page).tap()
    await lines(page).waitFor()
    await expect.poll(() => requestSummary(page).innerText()).toBe('500 g to Germany')
    await page.getByRole('link', { name: 'Edit', exact: true }).tap()
    await opener.tap()
    await expect.poll(() => sheet.getByRole('heading', { level: 3 }).first().innerText()).toMatch(/^recent$/i)
  })
})

describe('the categories', () => {
  test('open with the first group, and selecting a group selects all its categories', async ({
    asVisitor,
  }) => {
    const { page, hydrated } = await asVisitor()
    await open(page, hydrated)
    await toggle(page).click()
    await box(page, 'T-shirts, shirts & tops').waitFor()
    await page.getByRole('button', { name: 'Shoes', exact: true }).click()
    await expect.poll(() => box(page, 'T-shirts, shirts & tops').count()).toBe(0)
    await box(page, 'Sneakers (with shoe box)').check()
    const all = box(page, 'All of Shoes')
    await expect
      .poll(() => all.evaluate((one) => one instanceof HTMLInputElement && one.indeterminate))
      .toBe(true)
    await expect.poll(() => chips(page)).toEqual(['Shoes/Sneakers (with shoe box)'])
    await page.getByRole('button', { name: 'Shoes 1 of 5' }).waitFor()
    await all.check()
    await expect
      .poll(() => chips(page))
      .toEqual([
        'Shoes/Sneakers (no box)',
        'Shoes/Sneakers (with shoe box)',
        'Shoes/Leather & dress shoes',
        'Shoes/Boots',
        'Shoes/Sandals & slippers',
      ])
    await all.uncheck()
    await expect.poll(() => chips(page)).toEqual([])
    await box(page, 'Boots').check()
    await box(page, 'All of Electronics').check()
    await page.getByRole('button', { name: 'Remove Shoes/Boots', exact: true }).click()
    await expect.poll(() => focused(page)).toBe('Remove Electronics/Cables, cases & parts (no battery)')
    await expect.poll(async () => (await chips(page)).length).toBe(7)
  })

  test('close on Escape and on a press outside, which also has its usual effect', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await open(page, hydrated)
    await toggle(page).click()
    await box(page, 'Hoodies & sweaters').check()
    await page.keyboard.press('Escape')
    await expect.poll(() => box(page, 'Hoodies & sweaters').count()).toBe(0)
    await expect.poll(() => focused(page)).toBe('Choose categories')
    await page.keyboard.press('Enter')
    await box(page, 'Hoodies & sweaters').waitFor()
    await expect.poll(() => box(page, 'Hoodies & sweaters').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'T-shirt 250 g' }).click()
    await expect.poll(() => box(page, 'Hoodies & sweaters').count()).toBe(0)
    await expect.poll(() => weight(page).inputValue()).toBe('250')
  })

  test('expand below their groups on a phone, with large targets', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor(phone)
    await open(page, hydrated)
    await toggle(page).tap()
    const clothing = page.getByRole('button', { name: 'Clothing', exact: true })
    await clothing.waitFor()
    await expect.poll(() => clothing.getAttribute('aria-expanded')).toBe('true')
    await page.getByRole('button', { name: 'Shoes', exact: true }).tap()
    await expect.poll(() => clothing.getAttribute('aria-expanded')).toBe('false')
    await page.getByText('Boots', { exact: true }).tap()
    const remove = () => getBox(page.getByRole('button', { name: 'Remove Shoes/Boots' }))
    await expect.poll(async () => (await remove()).width).toBeGreaterThanOrEqual(44)
    await expect.poll(async () => (await remove()).height).toBeGreaterThanOrEqual(44)
    expect(await axeFindings(page)).toEqual([])
  })

  test('are in the results and their URL', async ({ asVisitor }) => {
    const { page, hydrated } = await asVisitor()
    await open(page, hydrated)
    await choose(page, 'ger', /^Germany/)
    await toggle(page).click()
    await page.getByRole('button', { name: 'Electronics', exact: true }).click()
    await box(page, 'Power banks & loose batteries').check()
    await weight(page).fill('500')
    await calculate(page).click()
    await page.getByRole('heading', { name: 'Not for electronics' }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('features')).toBe('505')
    await expect
      .poll(() => requestSummary(page).innerText())
      .toBe('500 g, Electronics/Power banks & loose batteries to Germany')
    await expect.poll(() => chips(page)).toEqual([])
  })
})

test('the form can be filled and sent with the keyboard only', async ({ asVisitor }) => {
  const { page, hydrated } = await asVisitor()
  await open(page, hydrated)
  await destination(page).waitFor()
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    heading.tabIndex = -1
    heading.focus()
  })
  const { keyboard } = page
  await keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('Shipping several items? Plan a haul.')
  await keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('Destination')
  await keyboard.type('ger')
  await option(page, /^Germany/).waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowUp')
  await keyboard.press('Enter')
  await expect.poll(() => destination(page).inputValue()).toBe('Germany')
  await keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('Choose categories')
  await keyboard.press('Space')
  await box(page, 'All of Clothing').waitFor()
  await keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('All of Clothing')
  await keyboard.press('Space')
  await expect.poll(async () => (await chips(page)).length).toBe(9)
  await keyboard.press('Escape')
  await weight(page).focus()
  await keyboard.type('1240')
  await keyboard.press('Enter')
  await lines(page).waitFor()
  await expect.poll(() => focused(page)).toMatch(/^1,240 g, Clothing\//)
})
