import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { putAccount } from '#support/users.ts'
import { adminApi } from '../support/admin-api.ts'
import { fitsEveryWidth, hasFocus, test } from '../support/admin-page.ts'
import { cleanAtBothWidths } from '../support/both-widths.ts'
import { rejectCall } from '../support/calls.ts'
import { handIn, item } from '../support/qc-fixture.ts'
import { checkUndoByKeys } from './undo-by-keys.ts'

const path = '/dashboard/manage-qc'
const cards = (page: Page) => page.locator('.set-card')

describe('Manage QC Photos', () => {
  // The first three count all photos there are.
  test('reports that nothing is pending', async ({ anAdmin }) => {
    const { page } = await anAdmin(path)
    await page.getByText('No photos are waiting', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.getByText('No photos found', { exact: true }).waitFor()
  })

  test('can be done by keys alone', async ({ site, anAdmin }) => {
    for (const name of ['Writer 1', 'Writer 2', 'Writer 3'])
      await handIn(site, await putAccount(site, { name }))
    const { page, toast } = await anAdmin(`${path}?status=All`)
    await expect.poll(() => cards(page).count()).toBe(3)
    await page.keyboard.press('j')
    await hasFocus(cards(page).nth(1))
    await page.keyboard.press('k')
    await hasFocus(cards(page).first())
    for (const key of ['a', 'j', 'd', 'j', 'a', 'z']) await page.keyboard.press(key)
    await toast('Status of the photos changed to "pending"').waitFor()
    await page.keyboard.press('Enter')
    const photos = page.getByRole('dialog', { name: '1 photo by Writer 1' })
    await photos.waitFor()
    await page.keyboard.press('Escape')
    await photos.waitFor({ state: 'detached' }) // its entry of the history goes with it
    const api = await adminApi(site)
    const stored = async () => {
      const submissions = await api<{ name: string; status: string }[]>('GET /qc-photos/sets')
      return Object.fromEntries(submissions.map(({ name, status }) => [name, status]))
    }
    await expect.poll(stored).toEqual({ 'Writer 3': 'approved', 'Writer 2': 'denied', 'Writer 1': 'pending' })
    await page.goto('/dashboard/admin-home')
    await page.getByRole('link', { name: 'Check photos' }).click()
    await page.getByRole('heading', { level: 1, name: 'Manage QC Photos' }).waitFor()
    await expect.poll(() => cards(page).count()).toBe(1)
  })

  test('undo restores the submission with the focus, and the next key moderates it', async ({
    site,
    anAdmin,
  }) => {
    const { pool } = await site.openDatabase()
    await pool.query(`update photo_submissions set status = 'denied' where status = 'pending'`)
    for (const name of ['Fifth', 'Fourth', 'Third', 'Second', 'First'])
      await handIn(site, await putAccount(site, { name }))
    // The address of a photo ends when it is judged, perhaps before the browser has asked for it.
    const visit = await anAdmin(path, { allow: [/status of 404/] })
    const changes = () => visit.apiCalls.filter((call) => /qc-photos\/sets\/.+\/status/.test(call)).length
    await checkUndoByKeys({ page: visit.page, rows: cards(visit.page), changes })
  })

  test('redirects to the first page from a missing one', async ({ anAdmin }) => {
    const { page } = await anAdmin(`${path}?status=All&page=3`)
    await page.getByText("This page doesn't exist.", { exact: true }).waitFor()
    await page.getByRole('link', { name: 'First page' }).click()
    await page.waitForURL(`**${path}?status=All`)
    await expect.poll(() => cards(page).count()).toBe(8)
  })

  test('shows pending photos, and their new status', async ({ site, anAdmin, asVisitor }) => {
    await handIn(site, await putAccount(site, { name: 'Pat Parcel' }), 2)
    const { page, toast, dialog } = await anAdmin(path)
    const card = cards(page).filter({ hasText: 'Pat Parcel' })
    await card.getByText(/Pat Parcel, .* · CNFans · White \/ navy · taken 2 Nov 2026/).waitFor()
    await card.getByText('Weidian · 9900661650').waitFor()
    await expect
      .poll(() => card.getByRole('link', { name: 'Low court sneaker with suede toe' }).getAttribute('href'))
      .toBe('/product/weidian/9900661650#qc')
    await card.getByRole('link', { name: 'Photo 2 of 2' }).click()
    await dialog('2 photos by Pat Parcel').waitFor()
    await page.keyboard.press('Escape')
    await card.getByRole('button', { name: /^Approve\b.*2 photos by Pat Parcel/ }).click()
    await toast('Status of the photos changed to "approved"').waitFor()
    await card.waitFor({ state: 'detached' })
    await page.getByLabel('Status', { exact: true }).selectOption('All')
    await page.waitForURL(`**${path}?status=All`)
    await card.getByRole('button', { name: /^Approved\b.*2 photos by Pat Parcel/ }).waitFor()
    const visitor = await asVisitor({ origin: site.origin })
    await visitor.page.goto(`/product/${item.shopType}/${item.productCode}`)
    await visitor.page.getByRole('heading', { name: 'Photos by Pat Parcel, bought through CNFans' }).waitFor()
  })

  test('deletes permanently after a confirmation', async ({ site, anAdmin }) => {
    await handIn(site, await putAccount(site, { name: 'Del Eted' }))
    const { page, toast, dialog } = await anAdmin(path)
    const card = cards(page).filter({ hasText: 'Del Eted' })
    const remove = card.getByRole('button', { name: 'Delete 1 photo by Del Eted' })
    await remove.click()
    await page.getByText('1 photo by Del Eted will be deleted for good.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await expect.poll(() => card.count()).toBe(1)
    await remove.click()
    await page.getByRole('button', { name: 'Yes, delete' }).click()
    await toast('The photos were deleted.').waitFor()
    await card.waitFor({ state: 'detached' })
    await expect.poll(() => dialog('Are you sure?').count()).toBe(0)
  })

  test('reverts with a message when another admin was faster', async ({ site, anAdmin }) => {
    await handIn(site, await putAccount(site, { name: 'Two Admins' }))
    const { page, toast } = await anAdmin(path, { allow: [/Failed to load resource/] })
    const message = 'Someone else already moderated these photos. Please reload.'
    await rejectCall(page, '/qc-photos/sets/*/status', message)
    const card = cards(page).filter({ hasText: 'Two Admins' })
    await card.getByRole('button', { name: /^Deny/ }).click()
    await toast(message).waitFor()
    await card.getByRole('button', { name: /^Deny\b/ }).waitFor()
  })

  test('is clean for axe and fits every width', async ({ site, anAdmin }) => {
    await handIn(site, await putAccount(site, { name: `${'Longname'.repeat(9)}` }), 12)
    const { page } = await anAdmin(path, { width: 360 })
    await cards(page).first().waitFor()
    await cleanAtBothWidths(page)
    await fitsEveryWidth(page)
  })
})
