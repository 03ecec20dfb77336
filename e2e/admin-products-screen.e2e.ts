import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { withOwner } from './accounts.ts'
import { adminApi, forMany } from './admin-api.ts'
import { fitsEveryWidth, hasFocus } from './admin-page.ts'
import { axeFindings } from './axe.ts'
import { layoutShift } from './layout-shift.ts'
import { aCode, choose, only, path, placeIn, rows, test } from './manage-products-page.ts'
import { startServer } from './server.ts'
import { themes, widths } from './test.ts'

/** The first test waits until a thousand products have been added, in ms. */
const patience = 180_000

/** A site whose list is as long as one may be. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
const longTest = test.extend('longSite', { scope: 'file' }, async ({}, { onCleanup }) => {
  const site = await startServer({ env: { ...withOwner, SEED: 'none' } })
  onCleanup(site.stop)
  const api = await adminApi(site)
  await forMany(1000, (index) => {
    const [name, productCode] = [`Product of many ${index}`, aCode()]
    return api('POST /products/addProduct', { body: { name, price: 20, storeName: 'taobao', productCode } })
  })
  return site
})

const longName = 'Relaxed cargo trousers in cotton twill, washed twice'
const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

describe('a thousand products', () => {
  longTest(
    'stay few nodes, with a select in use as well',
    { timeout: patience },
    async ({ longSite, anAdmin }) => {
      const { page, toast } = await anAdmin(path, { at: longSite })
      await page.getByText('1,000 products', { exact: true }).waitFor()
      await expect.poll(() => rows(page).count()).toBe(50)
      await expect.poll(() => nodes(page)).toBeLessThan(4000)
      const first = placeIn(rows(page).first())
      await first.focus()
      await expect.poll(() => first.locator('option').count()).toBe(1000)
      await expect.poll(() => nodes(page)).toBeLessThan(5000)
      await first.blur()
      await expect.poll(() => first.locator('option').count()).toBe(1)

      // To a place that is not in the page: the page follows the row, and the focus stays on its select.
      const id = await rows(page).first().getAttribute('data-row')
      await choose(first, '900')
      await toast('Serial updated successfully!').waitFor()
      const moved = page.locator(`tr[data-row="${id}"] td:first-child select`)
      await hasFocus(moved)
      await expect.poll(() => moved.inputValue()).toBe('900')
      await expect.poll(() => rows(page).count()).toBe(50)
      await moved.blur()
      await expect.poll(() => nodes(page)).toBeLessThan(4000)
      await page.getByRole('button', { name: 'Show earlier' }).click()
      await expect.poll(() => rows(page).count()).toBe(100)
    },
  )

  longTest(
    'come in steps as one scrolls, and the search looks at all of them',
    async ({ longSite, anAdmin }) => {
      const { page } = await anAdmin(path, { at: longSite })
      await page.getByText('1–50 of 1000 in this list', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
      await expect.poll(() => rows(page).count()).toBeGreaterThan(50)
      await page.getByLabel('Name or product code', { exact: true }).fill('of many 987')
      await expect.poll(() => rows(page).count()).toBe(1)
      await page.getByText('1 of 1,000 products', { exact: true }).waitFor()
    },
  )
})

describe('the screen', () => {
  for (const width of widths) {
    for (const theme of themes) {
      test(`is clean for axe at ${width} px, ${theme}`, async ({ aProduct, anAdmin }) => {
        const cap = await aProduct({ name: longName })
        const phone = { width, touch: width === 360 }
        const { page, dialog } = await anAdmin(only(cap), { ...phone, theme, reducedMotion: true })
        await rows(page).getByRole('combobox').first().waitFor()
        expect(await axeFindings(page)).toEqual([])
        await page.getByRole('button', { name: 'Edit' }).click()
        await dialog('Edit product').waitFor()
        expect(await axeFindings(page)).toEqual([])
      })
    }

    test(`does not move at ${width} px`, async ({ anAdmin }) => {
      const { page } = await anAdmin(path, { width })
      await rows(page).getByRole('combobox').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    })
  }

  test('has targets for fingers on phones', async ({ anAdmin }) => {
    const { page } = await anAdmin(path, { width: 360, touch: true })
    await rows(page).getByRole('combobox').first().waitFor()
    const heights = await page
      .locator('main :is(a, button, input, select)')
      .evaluateAll((found) => found.map((node) => node.getBoundingClientRect().height).filter(Boolean))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  })

  test('fits every width', async ({ aProduct, anAdmin }) => {
    await aProduct({ name: 'W'.repeat(300) })
    const { page } = await anAdmin(path)
    await rows(page).getByRole('combobox').first().waitFor()
    await fitsEveryWidth(page)
  })
})
