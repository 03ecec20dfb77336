import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Visit } from '#support/visit.ts'
import { type Api, adminApi } from '../support/admin-api.ts'
import { test as base, fitsEveryWidth } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { getHeight } from '../support/box.ts'
import { abortCall, fulfillCall, holdCall, rejectCall } from '../support/calls.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { readToast } from '../support/toast.ts'
import { aReview, change, type ListedReview, list, path, rows, statuses } from './review-table.ts'

/** `test` with `api`: of the site's own admin. */
const test = base.extend('api', { scope: 'file' }, ({ site }) => adminApi(site))

const cell = (page: Page, row: number, column: number) => rows(page).nth(row).locator('td').nth(column)
const status = (page: Page, name: string) =>
  page.getByLabel(`Status of the review by ${name}`, { exact: true })
const searchOf = (page: Page) => new URL(page.url()).search
const isReady = (page: Page) => rows(page).getByRole('combobox').first().waitFor()

const statusIn = async (api: Api, name: string) => {
  const reviews = await api<ListedReview[]>(`GET ${list}`, { query: { limit: '1000' } })
  return reviews.find((review) => review.name === name)?.status
}

describe('the list', () => {
  test('has the specified columns, and truncates names and comments', async ({ site, anAdmin }) => {
    const comment = 'True to size, I take 43 everywhere. Sole is softer than it looks in the QC photos.'
    await aReview(site, { name: 'Ida Long', comment })
    const { page, dialog } = await anAdmin(path)
    await isReady(page)
    const heads = await page.getByRole('columnheader').allInnerTexts()
    expect(heads).toEqual(['Sl', 'Image', 'Product Name', 'User Name', 'Comment', 'Rating', 'Status'])
    await expect.poll(() => cell(page, 0, 0).innerText()).toBe('1')
    await expect.poll(() => cell(page, 0, 2).locator('[aria-hidden]').innerText()).toBe('Low court …')
    await expect.poll(() => cell(page, 0, 3).innerText()).toBe('Ida Long')
    const cut = cell(page, 0, 4).getByRole('button')
    await expect.poll(() => cut.locator('[aria-hidden]').innerText()).toBe(`${comment.slice(0, 50)}…`)
    await expect.poll(() => cell(page, 0, 5).textContent()).toContain('4 out of 5')
    await expect.poll(() => status(page, 'Ida Long').inputValue()).toBe('pending')

    await cut.click()
    const whole = dialog('Comment')
    await whole.getByText(comment, { exact: true }).waitFor()
    await whole.getByText(/^Low court sneaker with suede toe · Weidian 9900661650$/).waitFor()
    await expect.poll(() => searchOf(page)).toMatch(/^\?review=[\w-]{36}$/)
    await page.mouse.click(4, 4)
    await whole.waitFor({ state: 'detached' })
    await expect.poll(() => searchOf(page)).toBe('')

    await cell(page, 0, 2).getByRole('button').click()
    await dialog('Product name').getByText('Low court sneaker with suede toe').last().waitFor()
  })

  test('opens the comment in the URL, even if the filters exclude it', async ({ site, api, anAdmin }) => {
    await aReview(site, { name: 'Jo Linked', comment: 'Short.' })
    const [newest] = await api<ListedReview[]>(`GET ${list}`, { query: { limit: '1' } })
    const { page, dialog } = await anAdmin(`${path}?status=denied&review=${newest?._id}`)
    await dialog('Comment').getByText('Short.', { exact: true }).waitFor()
    await dialog('Comment').getByRole('button', { name: 'Approve' }).click()
    await dialog('Comment').waitFor({ state: 'detached' })
    await expect.poll(() => searchOf(page)).toBe('?status=denied')
    await expect.poll(() => statusIn(api, 'Jo Linked')).toBe('approved')
  })

  test('loads 50 at a time', async ({ anAdmin }) => {
    const { page } = await anAdmin(path)
    await expect.poll(() => rows(page).count()).toBe(50)
    await page.getByText(/^50 of \d+ reviews are shown$/).waitFor()
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(() => rows(page).count()).toBe(100)
    await expect.poll(() => searchOf(page)).toBe('?shown=100')
    await expect.poll(() => cell(page, 99, 0).innerText()).toBe('100')
  })

  test('shows a skeleton while loading, and a retry after a failure', async ({ asMember }) => {
    const { page } = await asMember({ role: 'admin', allow: [/409/] })
    const release = await holdCall(page, list)
    await page.goto(path)
    await page.getByRole('table', { name: 'Loading reviews' }).waitFor()
    release.go()
    await isReady(page)
    await page.unroute(`**/api/v1${list}*`)
    await rejectCall(page, list, 'Not now.')
    await page.reload()
    const note = page.getByRole('alert').filter({ hasText: "We couldn't load the list" })
    await note.waitFor()
    await page.unroute(`**/api/v1${list}*`)
    await note.getByRole('button', { name: 'Try Again' }).click()
    await isReady(page)
  })
})

describe('the filters', () => {
  test('are in the URL, are cleared together, and report when nothing matches', async ({ anAdmin }) => {
    const { page, apiCalls } = await anAdmin(path)
    await isReady(page)
    const filter = page.getByLabel('Status', { exact: true })
    await expect
      .poll(() => filter.locator('option').allInnerTexts())
      .toEqual(['All', 'Approved', 'Denied', 'Pending'])
    const clear = page.getByRole('button', { name: 'Clear filters' })
    await expect.poll(() => clear.getAttribute('aria-disabled')).toBe('true')
    await page.getByText(/^\d+ reviews, no filter is set$/).waitFor()

    await filter.selectOption('Denied')
    await expect.poll(() => searchOf(page)).toBe('?status=denied')
    await expect.poll(async () => new Set(await statuses(page))).toEqual(new Set(['denied']))
    await expect.poll(() => clear.getAttribute('aria-disabled')).toBe(null)

    const field = page.getByLabel('Product Code', { exact: true })
    await expect.poll(() => field.getAttribute('placeholder')).toBe('Search by product code')
    await filter.selectOption('All')
    await expect.poll(() => searchOf(page)).toBe('')
    await page.getByText(/no filter is set$/).waitFor()
    const before = apiCalls.length
    await field.fill('6616')
    await expect.poll(() => searchOf(page)).toBe('?product_code=6616')
    await expect.poll(() => cell(page, 0, 2).textContent()).toContain('Low court sneaker')
    // Typed at once, it is requested once; empty parameters are not sent.
    const requests = [`GET /api/v1${list}?product_code=6616&match=part&limit=50`]
    await expect.poll(() => apiCalls.slice(before)).toEqual(requests)
    await page.reload()
    await expect.poll(() => field.inputValue()).toBe('6616')
    await clear.click()
    await expect.poll(() => searchOf(page)).toBe('')
    await expect.poll(() => field.inputValue()).toBe('')
    await expect.poll(() => clear.getAttribute('aria-disabled')).toBe('true')

    for (const text of ['0000000', '<b>', '66 16']) {
      await field.fill(text)
      await field.press('Enter')
      await page.getByText('No Review Found', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Clear filters' }).click()
      await isReady(page)
      await expect.poll(() => field.inputValue()).toBe('')
    }
  })
})

describe('a status', () => {
  test('is selected in its row, shown at once, and saved', async ({ site, api, anAdmin }) => {
    await aReview(site, { name: 'Kim Chosen' })
    const { page, toast } = await anAdmin(path)
    const release = await holdCall(page, change)
    await status(page, 'Kim Chosen').selectOption('Approved')
    await expect.poll(() => status(page, 'Kim Chosen').inputValue()).toBe('approved')
    release.go()
    await toast('Review status changed to "approved"').waitFor()
    await expect.poll(() => statusIn(api, 'Kim Chosen')).toBe('approved')
    for (const [label, value] of [
      ['Denied', 'denied'],
      ['Pending', 'pending'],
    ] as const) {
      await status(page, 'Kim Chosen').selectOption(label)
      await toast(`Review status changed to "${value}"`).waitFor()
    }
    await page.reload()
    await expect.poll(() => status(page, 'Kim Chosen').inputValue()).toBe('pending')
  })

  test('is undone from the toast', async ({ site, api, anAdmin }) => {
    await aReview(site, { name: 'Lou Undone' })
    const { page, toast } = await anAdmin(path)
    await status(page, 'Lou Undone').selectOption('Denied')
    await toast('Review status changed to "denied"').getByRole('button', { name: 'Undo' }).click()
    await toast('Review status changed to "pending"').waitFor()
    await expect.poll(() => status(page, 'Lou Undone').inputValue()).toBe('pending')
    await expect.poll(() => statusIn(api, 'Lou Undone')).toBe('pending')
  })

  test('reverts with the server’s message, or its own when the response is lost or invalid', async ({
    site,
    anAdmin,
  }) => {
    await aReview(site, { name: 'Mia Changed' })
    const { page } = await anAdmin(path, { allow: [/409/, /net::ERR_FAILED/] })
    const tells = async (sentence: string) => {
      await status(page, 'Mia Changed').selectOption('Approved')
      await readToast(page, sentence)
      await expect.poll(() => status(page, 'Mia Changed').inputValue()).toBe('pending')
      await page.unroute(`**/api/v1${change}*`)
    }
    await rejectCall(page, change, 'The author has changed this review. Please reload.')
    await tells('The author has changed this review. Please reload.')
    await abortCall(page, change)
    await tells('Could not make any change!')
    await fulfillCall(page, change, 202, {})
    await tells('Could not make any change!')
  })
})

describe('on a phone', () => {
  test('two large buttons moderate a review', async ({ site, api, anAdmin }) => {
    await aReview(site, { name: 'Ola Thumb' })
    const { page, toast } = await anAdmin(path, { width: 360, touch: true })
    const approve = page.getByRole('button', { name: /^Approved? ?, review by Ola Thumb$/ })
    await expect.poll(() => getHeight(approve)).toBe(56)
    await approve.tap()
    await toast('Review status changed to "approved"').waitFor()
    await expect.poll(() => approve.getAttribute('aria-pressed')).toBe('true')
    const deny = page.getByRole('button', { name: /^(Deny|Denied) ?, review by Ola Thumb$/ })
    await deny.tap()
    await toast('Review status changed to "denied"').waitFor()
    await expect.poll(() => approve.getAttribute('aria-pressed')).toBe('false')
    await expect.poll(() => statusIn(api, 'Ola Thumb')).toBe('denied')
  })
})

describe('the screen', () => {
  const isSound = async ({ page, dialog }: Visit) => {
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    expect(await axeFindings(page)).toEqual([])
    await cell(page, 0, 3).click()
    await page.keyboard.press('Enter')
    await dialog('Comment').waitFor()
    expect(await axeFindings(page)).toEqual([])
  }

  test('on a phone has targets for fingers, does not move, and is clean for axe', async ({ anAdmin }) => {
    const visit = await anAdmin(path, { width: 360, touch: true, reducedMotion: true })
    await isReady(visit.page)
    const heights = await visit.page
      .locator('main :is(a, button, input, select)')
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().height).filter(Boolean))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    await isSound(visit)
  })

  test('does not move and is clean for axe at 1280 px, and fits every width', async ({ anAdmin }) => {
    const visit = await anAdmin(path, { reducedMotion: true })
    await isReady(visit.page)
    await isSound(visit)
    await visit.page.keyboard.press('Escape')
    await visit.dialog('Comment').waitFor({ state: 'detached' })
    await fitsEveryWidth(visit.page)
  })
})
