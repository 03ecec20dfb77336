import type { Page } from 'playwright-core'
import type { SharedSite } from '#support/site.ts'
import { putAccount } from '#support/users.ts'
import { apiAs } from '../support/admin-api.ts'

export const path = '/dashboard/manage-review'
export const list = '/review/findReview'
export const change = '/review/approveOrDenyReview'

export type ListedReview = { _id: string; name: string; status: string }

export const rows = (page: Page) => page.locator('tbody tr')
/** What the rows' selects hold, from top to bottom. */
export const statuses = (page: Page) =>
  rows(page)
    .getByRole('combobox')
    .evaluateAll((nodes) => nodes.map((node) => (node instanceof HTMLSelectElement ? node.value : '')))

/** A user of this name has written this review of an item. */
export async function aReview(
  site: SharedSite,
  { name, comment = 'Fits.', item = '9900661650' }: { name: string; comment?: string; item?: string },
): Promise<void> {
  const api = await apiAs(site, await putAccount(site, { name }))
  await api('POST /review/postReview', {
    body: { store_name: 'weidian', product_code: item, comment, rating: 4 },
  })
}
