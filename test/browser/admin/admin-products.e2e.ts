import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { withOwner } from '#support/users.ts'
import { hasFocus } from '../support/admin-page.ts'
import { abortCall, holdCall, rejectCall } from '../support/calls.ts'
import {
  choose,
  only,
  type Product,
  path,
  placeIn,
  rowOf,
  rows,
  searchOf,
  test,
} from './manage-products-page.ts'

const list = '/products/getAllProduct'
const positionCall = '/products/setProductSerial'
const trend = '/products/setOrRemoveProductOnTend'
const longName = 'Relaxed cargo trousers in cotton twill, washed twice'
const placeOf = (page: Page, { name }: Product) => page.getByLabel(`Position of ${name}`, { exact: true })
const trendOf = (page: Page, { name }: Product) => page.getByLabel(`Trending: ${name}`, { exact: true })

describe('the table', () => {
  test('shows each product with position, image and details', async ({ aProduct, anAdmin }) => {
    const cap = await aProduct({ name: longName, weight: 1560 })
    const { page } = await anAdmin(only(cap))
    const heads = ['Sl', 'Image', 'Name', 'Marketplace', 'Price', 'QC photos', 'Trending', 'Action']
    const cells = rowOf(page, cap).locator('td')
    await cells.first().waitFor()
    await expect.poll(() => page.getByRole('columnheader').allInnerTexts()).toEqual(heads)
    await expect.poll(() => placeOf(page, cap).inputValue()).toBe(String(cap.serial))
    const facts = await cells.evaluateAll((tds) =>
      tds
        .slice(3, 6)
        .map((td) => td.querySelector(':scope > span')?.firstChild?.textContent ?? td.textContent),
    )
    expect(facts).toEqual(['1688', '¥32.80', '0'])
    await expect.poll(() => trendOf(page, cap).locator('option:checked').innerText()).toBe('Not Trending')

    // §9: cut after 30 letters, the whole name in the button's name and in a dialog.
    const cut = cells.nth(2).getByRole('button', { name: longName, exact: true })
    await expect.poll(() => cut.locator('[aria-hidden]').innerText()).toBe('Relaxed cargo trousers in cott…')
    await cut.click()
    const whole = page.getByRole('dialog', { name: 'Product name' })
    await whole.getByText(longName, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await whole.waitFor({ state: 'detached' })
    await hasFocus(cut)
  })

  test('shows a skeleton while loading and a retry after a failure, and has small images', async ({
    asMember,
  }) => {
    const { page } = await asMember({ role: 'admin', allow: [/409/] })
    const release = await holdCall(page, list)
    await page.goto(path)
    await page.getByRole('table', { name: 'Loading products' }).waitFor()
    release.go()
    await rows(page).getByRole('combobox').first().waitFor()
    await rejectCall(page, list, 'Not now.')
    await page.reload()
    const note = page.getByRole('alert').filter({ hasText: "We couldn't load the list" })
    await note.getByText('Nothing was changed. Reference: a-reference').waitFor()
    await page.unroute(`**/api/v1${list}*`)
    await note.getByRole('button', { name: 'Try Again' }).click()
    await rows(page).getByRole('combobox').first().waitFor()
    // Of 32 px, on cards of 56.
    const picture = page.locator('tbody img').first()
    await picture.waitFor()
    await expect.poll(async () => (await picture.boundingBox())?.width).toBe(32)
    await page.setViewportSize({ width: 360, height: 780 })
    await expect.poll(async () => (await picture.boundingBox())?.width).toBe(56)
  })

  test('is empty when the catalogue is', async ({ aSite, anAdmin }) => {
    const site = await aSite({ ...withOwner, SEED: 'none' })
    const { page } = await anAdmin(path, { at: site })
    await page.getByText('No Product Found', { exact: true }).waitFor()
    await page.getByText('0 products', { exact: true }).waitFor()
  })
})

describe('the handle of a row', () => {
  test('Space lifts it, arrows move it, Esc cancels and Space drops it, with announcements', async ({
    aProduct,
    anAdmin,
  }) => {
    const [one, other] = [await aProduct({ name: 'Bag to lift' }), await aProduct({ name: 'Bag to pass' })]
    const { page, toast, apiCalls } = await anAdmin(`${path}?search=Bag+to`)
    const grip = page.getByRole('button', { name: 'Move Bag to lift' })
    const names = () => rows(page).evaluateAll((nodes) => nodes.map((row) => row.getAttribute('data-row')))
    const toastOf = (text: string | RegExp) =>
      page.getByRole('status').getByText(text).waitFor({ state: 'attached' })
    await grip.focus()
    await page.keyboard.press('Space')
    await toastOf(
      /^Bag to lift lifted, position \d+ of \d+\. Arrow keys move it, Space drops it, Escape puts it back\.$/,
    )
    await page.keyboard.press('ArrowDown')
    await expect.poll(names).toEqual([other._id, one._id])
    await hasFocus(grip)
    await page.keyboard.press('Escape')
    await toastOf(`Bag to lift is back at position ${one.serial} of`)
    await expect.poll(names).toEqual([one._id, other._id])
    expect(apiCalls.filter((call) => call.includes(positionCall))).toEqual([])
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await toastOf(`Bag to lift dropped at position ${other.serial} of`)
    await toast('Serial updated successfully!').waitFor()
    await page.reload()
    await rowOf(page, one).waitFor()
    await expect.poll(names).toEqual([other._id, one._id])
    expect(apiCalls.filter((call) => call.includes(positionCall))).toHaveLength(1)

    // By mouse, back before the other one.
    const from = await grip.boundingBox()
    const over = await rowOf(page, other).boundingBox()
    await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8)
    await page.mouse.down()
    await page.mouse.move((over?.x ?? 0) + 40, (over?.y ?? 0) + 12, { steps: 5 })
    await expect.poll(names).toEqual([one._id, other._id])
    await page.mouse.up()
    await expect.poll(() => apiCalls.filter((call) => call.includes(positionCall)).length).toBe(2)

    await page.getByRole('button', { name: 'To top Bag to pass' }).click()
    await expect.poll(() => placeOf(page, other).inputValue()).toBe('1')
  })
})

describe('the filters', () => {
  test('search name and code literally, and are in the URL', async ({ aProduct, anAdmin }) => {
    const cap = await aProduct({ name: 'Bag of 50% linen_blend' })
    const { page } = await anAdmin(path)
    const field = page.getByLabel('Name or product code', { exact: true })
    await field.pressSequentially('50% LINEN_')
    await expect.poll(() => searchOf(page)).toBe('?search=50%25+LINEN_')
    await rowOf(page, cap).waitFor()
    await expect.poll(() => rows(page).count()).toBe(1)
    await field.fill(cap.productCode)
    await field.press('Enter')
    await expect.poll(() => searchOf(page)).toBe(`?search=${cap.productCode}`)
    await page.reload()
    await rowOf(page, cap).waitFor()
    await expect.poll(() => field.inputValue()).toBe(cap.productCode)
    await field.fill('.*')
    await field.press('Enter')
    await page.getByText('No Product Found', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect.poll(() => rows(page).count()).toBeGreaterThan(1)
  })

  test('offer All, true and false for Trending', async ({ aProduct, anAdmin }) => {
    const cap = await aProduct()
    const { page } = await anAdmin(only(cap))
    const filter = page.getByLabel('Trending', { exact: true })
    await expect.poll(() => filter.locator('option').allInnerTexts()).toEqual(['All', 'true', 'false'])
    await filter.selectOption('true')
    await expect.poll(() => searchOf(page)).toBe(`?search=${cap.productCode}&Trending=true`)
    await page.getByText('No Product Found', { exact: true }).waitFor()
    await filter.selectOption('false')
    await rowOf(page, cap).waitFor()
    await page.goto(`${path}?Trending=true`)
    await rows(page).first().waitFor()
    const rowTexts = await rows(page)
      .locator('td:nth-child(7) select')
      .evaluateAll((selects) =>
        selects.map((select) => (select instanceof HTMLSelectElement ? select.value : '')),
      )
    expect(new Set(rowTexts)).toEqual(new Set(['true']))
  })
})

describe('a position', () => {
  test('is chosen from 1 to the number of products, and the row moves there', async ({ anAdmin }) => {
    const { page, toast } = await anAdmin(path)
    await rows(page).nth(49).waitFor()
    const order = () => rows(page).evaluateAll((trs) => trs.map((tr) => tr.getAttribute('data-row')))
    const before = await order()
    const select = placeIn(rows(page).nth(0))
    await expect.poll(() => select.locator('option').allInnerTexts()).toEqual(['1'])
    await select.focus()
    const positions = await select.locator('option').allInnerTexts()
    expect([positions[0], positions.at(-1)]).toEqual(['1', String(positions.length)])
    await page.getByText(`${positions.length} products`, { exact: true }).waitFor()
    await select.selectOption('3')
    await toast('Serial updated successfully!').waitFor()
    const after = [before[1], before[2], before[0], ...before.slice(3)]
    await expect.poll(order).toEqual(after)
    await hasFocus(placeIn(rows(page).nth(2)))
    await page.reload()
    await rows(page).nth(49).waitFor()
    await expect.poll(order).toEqual(after)
    // Back by keyboard: each press is a position.
    await placeIn(rows(page).nth(2)).focus()
    await page.keyboard.press('ArrowUp')
    await hasFocus(placeIn(rows(page).nth(1)))
    await page.keyboard.press('ArrowUp')
    await expect.poll(order).toEqual(before)
  })

  test.for([
    { reducedMotion: false, moves: 240 },
    { reducedMotion: true, moves: undefined },
  ])(
    'glides for $moves ms with reduced motion $reducedMotion',
    async ({ reducedMotion, moves }, { anAdmin }) => {
      const { page, toast } = await anAdmin(path, { reducedMotion })
      await rows(page).nth(3).waitFor()
      await page.evaluate(() => {
        const animate = Element.prototype.animate
        Element.prototype.animate = function (...parameters) {
          const [, timing] = parameters
          if (this.localName === 'tr') document.body.dataset.glide = JSON.stringify(timing)
          return animate.apply(this, parameters)
        }
      })
      await choose(placeIn(rows(page).nth(0)), '2')
      await toast('Serial updated successfully!').waitFor()
      const timing = () => page.evaluate(() => JSON.parse(document.body.dataset.glide ?? '{}'))
      await expect.poll(async () => (await timing()).duration).toBe(moves)
    },
  )

  test('reverts with the server’s message, or its own without a response', async ({ anAdmin }) => {
    const { page, toast } = await anAdmin(path, { allow: [/409/, /net::ERR_FAILED/] })
    await rejectCall(page, positionCall, 'The position must be between 1 and 4.')
    const first = await rows(page).nth(0).getAttribute('data-row')
    await choose(placeIn(rows(page).nth(0)), '2')
    await toast('The position must be between 1 and 4.').waitFor()
    await expect.poll(() => rows(page).nth(0).getAttribute('data-row')).toBe(first)
    await hasFocus(placeIn(rows(page).nth(0)))

    await page.unroute(`**/api/v1${positionCall}*`)
    await abortCall(page, positionCall)
    await choose(placeIn(rows(page).nth(0)), '2')
    await toast('Network response was not ok').waitFor()
    await expect.poll(() => rows(page).nth(0).getAttribute('data-row')).toBe(first)
  })
})

describe('trending', () => {
  test('is shown at once, and reverts when the server rejects it', async ({ aProduct, anAdmin }) => {
    const cap = await aProduct()
    const { page, toast } = await anAdmin(only(cap), { allow: [/net::ERR_FAILED/] })
    const release = await holdCall(page, trend)
    await trendOf(page, cap).selectOption({ label: 'Trending' })
    await expect.poll(() => trendOf(page, cap).inputValue()).toBe('true')
    await expect.poll(() => trendOf(page, cap).getAttribute('aria-busy')).toBe('true')
    release.go()
    await toast('Trending list updated!').waitFor()
    await page.reload()
    await rowOf(page, cap).waitFor()
    await expect.poll(() => trendOf(page, cap).inputValue()).toBe('true')

    await page.unroute(`**/api/v1${trend}*`)
    await abortCall(page, trend)
    await trendOf(page, cap).selectOption('false')
    await toast('Network response was not ok').waitFor()
    await expect.poll(() => trendOf(page, cap).inputValue()).toBe('true')
  })
})
