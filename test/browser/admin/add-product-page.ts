import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { type Simulator, startSimulator } from '#simulator/simulate.ts'
import { type Site, startSite } from '#support/site.ts'
import { owner, withOwner } from '#support/users.ts'
import { test as base } from '../support/admin-page.ts'

export const path = '/dashboard/add-a-product'
export const call = '/products/addProduct'

/** `test` with a site that queries simulated outside sources, and with `theOwner`: a visit of the site's own admin. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend('sources', { scope: 'file' }, async ({}, { onCleanup }): Promise<Simulator> => {
    const sources = await startSimulator({ port: 0 })
    onCleanup(() => sources.close())
    return sources
  })
  .extend('site', { scope: 'file' }, async ({ sources }, { onCleanup }): Promise<Site> => {
    const env = { PRODUCT_INFO_URL: `${sources.url}/product-info`, IMAGE_HOSTS: sources.url }
    const site = await startSite({
      env: { ...withOwner, ...env, BREAKER_RESET_MS: '1' },
      ...inject('start'),
    })
    onCleanup(() => site.stop())
    return site
  })
  .extend('theOwner', ({ anAdmin }) => {
    return (path: string, options: Parameters<typeof anAdmin>[1] = {}) =>
      anAdmin(path, { account: owner, ...options })
  })

export const field = (page: Page, label: string | RegExp) =>
  page.locator('.previewed').getByLabel(label, typeof label === 'string' ? { exact: true } : {})
export const submit = (page: Page) => page.getByRole('button', { name: 'Add Product', exact: true })
export const card = (page: Page) => page.locator('.card-preview .card')

let last = 0
/** An item that no other test adds; every source here knows it. */
export function aLink(): { link: string; code: string } {
  last += 1
  const code = `72294180${String(last).padStart(3, '0')}`
  return { link: `https://weidian.com/item.html?itemID=${code}`, code }
}

/** An item that a source knows is in the form. */
export async function fetchItem(page: Page): Promise<void> {
  await field(page, 'Product URL').fill(aLink().link)
  await expect.poll(() => field(page, 'Name').inputValue()).not.toBe('')
}
