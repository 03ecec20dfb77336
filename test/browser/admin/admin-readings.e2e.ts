import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { SharedSite } from '#support/site.ts'
import { putAccount } from '#support/users.ts'
import { adminApi, apiAs } from '../support/admin-api.ts'
import { fitsEveryWidth, test } from '../support/admin-page.ts'
import { cleanAtBothWidths } from '../support/both-widths.ts'
import { checkUndoByKeys } from './undo-by-keys.ts'

const path = '/dashboard/manage-readings'
const cards = (page: Page) => page.locator('.set-card')

/** Hands over a reading of an item by a member of its own. */
async function handOver(site: SharedSite, productCode: string, title: string): Promise<void> {
  const body = { shopType: 'taobao', productCode, title, price: 168, variants: [['S', 'M']] }
  await (await apiAs(site, await putAccount(site)))('POST /items/readings', { body })
}

describe('Manage Readings', () => {
  test('reports that nothing is pending', async ({ anAdmin }) => {
    const { page } = await anAdmin(path)
    await page.getByText('No readings are waiting', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.waitForURL(`**${path}?status=All`)
  })

  test('has the number of the list at every place of the dashboard', async ({ site, anAdmin }) => {
    for (const index of [1, 2, 3]) await handOver(site, `99000080${index}`, `Hoodie ${index}`)
    const { page } = await anAdmin('/dashboard/admin-home')
    await page.getByText('3 readings pending', { exact: true }).waitFor()
    const link = page.getByRole('link', { name: /^Manage Readings ?, waiting: 3$/ })
    await link.click()
    await page.waitForURL(`**${path}`)
    await page.getByText('3 readings', { exact: true }).waitFor()
    await expect.poll(() => cards(page).count()).toBe(3)
    await cards(page).filter({ hasText: 'Hoodie 2' }).getByRole('button', { name: /^Deny/ }).click()
    await page.getByText('2 readings', { exact: true }).waitFor()
    await page.getByRole('link', { name: /^Manage Readings ?, waiting: 2$/ }).waitFor()
    await page.goto('/dashboard/admin-home')
    await page.getByRole('link', { name: 'Check readings' }).click()
    await page.waitForURL(`**${path}`)
  })

  test('undo restores the reading with the focus, and the next key moderates it', async ({
    site,
    anAdmin,
  }) => {
    const { pool } = await site.openDatabase()
    await pool.query(`update item_readings set status = 'denied' where status = 'pending'`)
    for (const [index, name] of ['Fifth', 'Fourth', 'Third', 'Second', 'First'].entries())
      await handOver(site, `99000081${index}`, `${name} hoodie`)
    const visit = await anAdmin(path)
    const changes = () => visit.apiCalls.filter((call) => /items\/readings\?.*verdict=/.test(call)).length
    await checkUndoByKeys({ page: visit.page, rows: cards(visit.page), changes })
  })

  test('shows an approved reading as the item’s information', async ({ site, anAdmin, asVisitor }) => {
    await handOver(site, '990000820', 'Approved hoodie')
    const { page, toast } = await anAdmin(path)
    await cards(page)
      .filter({ hasText: 'Approved hoodie' })
      .getByRole('button', { name: /^Approve/ })
      .click()
    await toast('Approved: it is the item’s information now.').waitFor()
    const api = await adminApi(site)
    const stored = async () =>
      (await api<{ title: string }[]>('GET /items/readings', { query: { status: 'approved' } })).map(
        ({ title }) => title,
      )
    await expect.poll(stored).toContain('Approved hoodie')
    const visitor = await asVisitor({ origin: site.origin })
    await visitor.page.goto('/product/taobao/990000820')
    await visitor.page.getByRole('heading', { level: 1, name: 'Approved hoodie' }).waitFor()
    await expect.poll(() => visitor.page.getByText('not confirmed').count()).toBe(0)
  })

  test('is clean for axe and fits every width', async ({ site, anAdmin }) => {
    await handOver(site, '990000830', 'Longname'.repeat(30))
    const { page } = await anAdmin(path, { width: 360 })
    await cards(page).first().waitFor()
    await cleanAtBothWidths(page)
    await fitsEveryWidth(page)
  })
})
