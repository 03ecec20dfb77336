import { describe, expect } from 'vitest'
import type { Member } from '../support/accounts.ts'
import { adminApi } from '../support/admin-api.ts'
import { hasFocus, test } from '../support/admin-page.ts'
import { getBox } from '../support/box.ts'
import { aReview, change, type ListedReview, list, path, rows, statuses } from './review-table.ts'
import { checkUndoByKeys } from './undo-by-keys.ts'

const changes = ({ apiCalls }: Member) => apiCalls.filter((call) => call.includes(change))

describe('without a mouse', () => {
  test('moderates ten reviews', async ({ site, anAdmin }) => {
    for (let index = 1; index <= 10; index += 1) {
      const comment = `Review ${index}. ${'It is what the pictures show. '.repeat(3)}`
      await aReview(site, { name: `Writer ${index}`, comment, item: `77000${index}` })
    }
    const api = await adminApi(site)
    const visit = await anAdmin(`${path}?product_code=77000`)
    const { page, toast, dialog } = visit
    await expect.poll(() => rows(page).count()).toBe(10)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    // Newest first: 10, 9, … 1. The first row is marked from the start, and j goes on from it.
    await press('j')
    await hasFocus(rows(page).nth(1))
    await press('k', 'a')
    await toast('Review status changed to "approved"').waitFor()
    await hasFocus(rows(page).first())
    await press('j', 'd')
    await toast('Review status changed to "denied"').waitFor()
    await press('j', 'Enter')
    await dialog('Comment')
      .getByText(/^Review 8\./)
      .waitFor()
    await press('Escape')
    await dialog('Comment').waitFor({ state: 'detached' })
    // Faster than any task of the page.
    await page.evaluate(
      async (keys) => {
        for (const key of keys) {
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
          await null
        }
      },
      ['a', 'j', 'a', 'j', 'a', 'z', 'j', 'd', 'j', 'a', 'j', 'a', 'j', 'a', 'j', 'd', 'p', 'k', 'd'],
    )
    const expected = {
      'Writer 10': 'approved',
      'Writer 9': 'denied',
      'Writer 8': 'approved',
      'Writer 7': 'approved',
      'Writer 6': 'pending',
      'Writer 5': 'denied',
      'Writer 4': 'approved',
      'Writer 3': 'approved',
      'Writer 2': 'denied',
      'Writer 1': 'pending',
    }
    await expect.poll(() => statuses(page)).toEqual(Object.values(expected))
    const stored = async () => {
      const reviews = await api<ListedReview[]>(`GET ${list}`, {
        query: { product_code: '77000', match: 'part' },
      })
      return Object.fromEntries(reviews.map((review) => [review.name, review.status]))
    }
    await expect.poll(stored).toEqual(expected)
    expect(changes(visit)).toHaveLength(13)
  })

  test('the row that replaces a moderated one is next', async ({ site, anAdmin }) => {
    for (const name of ['Third', 'Second', 'First']) await aReview(site, { name, item: '88000' })
    const { page } = await anAdmin(`${path}?status=pending&product_code=88000`)
    await expect.poll(() => rows(page).count()).toBe(3)
    for (const left of [2, 1]) {
      await page.keyboard.press('a')
      await expect.poll(() => rows(page).count()).toBe(left)
      await hasFocus(rows(page).first())
    }
    await page.keyboard.press('d')
    await page.getByText('No Review Found', { exact: true }).waitFor()
    await page.keyboard.press('z')
    await expect.poll(() => rows(page).count()).toBe(1)
  })

  test('undo restores the row with the focus, and the next key moderates it', async ({ site, anAdmin }) => {
    for (const name of ['Fifth', 'Fourth', 'Third', 'Second', 'First'])
      await aReview(site, { name, item: '88001' })
    const visit = await anAdmin(`${path}?status=pending&product_code=88001`)
    const { page } = visit
    await checkUndoByKeys({ page, rows: rows(page), changes: () => changes(visit).length })
  })

  test('keys are listed above the table, and ignored while the admin is typing or selecting', async ({
    anAdmin,
  }) => {
    const visit = await anAdmin(path)
    const { page } = visit
    await rows(page).getByRole('combobox').first().waitFor()
    const keys = page.locator('.key-list')
    await expect
      .poll(() => keys.innerText())
      .toMatch(
        /j\s*next\s*k\s*previous\s*a\s*approve\s*d\s*deny\s*p\s*pending\s*z\s*undo\s*Enter\s*full comment/,
      )
    expect((await getBox(keys)).bottom).toBeLessThanOrEqual((await getBox(rows(page).first())).top)
    await page.getByLabel('Product Code', { exact: true }).pressSequentially('adpz')
    await page.keyboard.press('Control+a')
    expect(changes(visit)).toEqual([])
    await expect.poll(() => new URL(page.url()).search).toBe('?product_code=adpz')
  })

  test('keys have no effect behind an open dialog, wherever the focus is', async ({ site, anAdmin }) => {
    const comment = 'It is what the pictures show. '.repeat(3)
    for (const name of ['Second', 'First']) await aReview(site, { name, comment, item: '99000' })
    const visit = await anAdmin(`${path}?product_code=99000`)
    const { page, dialog } = visit
    await rows(page).nth(1).getByRole('button', { name: comment.trim() }).click()
    await dialog('Comment')
      .getByText(/Second/)
      .waitFor()
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    for (const key of ['a', 'd', 'p', 'z', 'j', 'Enter']) await page.keyboard.press(key)
    await dialog('Comment')
      .getByText(/Second/)
      .waitFor()
    await dialog('Comment').getByRole('button', { name: 'Close' }).click()
    await dialog('Comment').waitFor({ state: 'detached' })
    expect(changes(visit)).toEqual([])
  })
})
