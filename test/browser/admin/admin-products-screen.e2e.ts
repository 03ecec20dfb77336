import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { someProducts } from '#support/factories.ts'
import { startSite } from '#support/site.ts'
import { withOwner } from '#support/users.ts'
import { fitsEveryWidth, hasFocus } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { setWidth, stillAtBothWidths } from '../support/both-widths.ts'
import { choose, only, path, placeIn, rows, test } from './manage-products-page.ts'

/** A site whose list is as long as one may be. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
const longTest = test.extend('longSite', { scope: 'file' }, async ({}, { onCleanup }) => {
  const { server } = inject('start')
  const site = await startSite({ server, env: { ...withOwner, SEED: 'none' } })
  onCleanup(site.stop)
  const { db } = await site.openDatabase()
  const alike = { priceFen: 2000, thumbnail: '' }
  const all = Array.from({ length: 1000 }, (_, index) => ({ name: `Product of many ${index}`, ...alike }))
  await someProducts(db, all)
  return site
})

const longName = 'Relaxed cargo trousers in cotton twill, washed twice'
const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

describe('a thousand products', () => {
  longTest('stay few nodes, with a select in use as well', async ({ longSite, anAdmin }) => {
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
  })

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
  test('does not move, fits every width, and is clean for axe at 1280 px', async ({ aProduct, anAdmin }) => {
    await aProduct({ name: 'W'.repeat(300) })
    const cap = await aProduct({ name: longName })
    const { page, dialog } = await anAdmin(path, { width: 360 })
    await stillAtBothWidths(page, async () => {
      await rows(page).getByRole('combobox').first().waitFor()
      await page.waitForLoadState('networkidle')
    })
    await fitsEveryWidth(page)
    await setWidth(page, 1280)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(only(cap))
    await rows(page).getByRole('combobox').first().waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog('Edit product').waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  test('on a phone has targets for fingers, and is clean for axe', async ({ aProduct, anAdmin }) => {
    const cap = await aProduct({ name: longName })
    const { page, dialog } = await anAdmin(path, { width: 360, touch: true, reducedMotion: true })
    await rows(page).getByRole('combobox').first().waitFor()
    const heights = await page
      .locator('main :is(a, button, input, select)')
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().height).filter(Boolean))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    await page.goto(only(cap))
    await rows(page).getByRole('combobox').first().waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog('Edit product').waitFor()
    expect(await axeFindings(page)).toEqual([])
  })
})
