import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { anAccount } from './accounts.ts'
import type { Site } from './server.ts'

export const path = '/dashboard/manage-review'
export const list = '/review/findReview'
export const change = '/review/approveOrDenyReview'

export type Found = { _id: string; name: string; status: string }

export const rows = (page: Page) => page.locator('tbody tr')
/** What the rows' selects hold, from top to bottom. */
export const statuses = (page: Page) =>
  rows(page)
    .getByRole('combobox')
    .evaluateAll((nodes) => nodes.map((node) => (node instanceof HTMLSelectElement ? node.value : '')))

/** Somebody of this name has written this of an item. */
export async function aReview(
  site: Site,
  { name, comment = 'Fits.', item = '9900661650' }: { name: string; comment?: string; item?: string },
): Promise<void> {
  const { email, password } = await anAccount(site, { name })
  const post = async (route: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
    const reply = await fetch(`${site.origin}/api/v1${route}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(reply.status).toBe(200)
    return reply.json()
  }
  const { approvalToken } = await post('/auth/login', { email, password })
  const review = { store_name: 'weidian', product_code: item, comment, rating: 4 }
  await post('/review/postReview', review, approvalToken)
}
