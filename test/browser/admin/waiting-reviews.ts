import type { SharedSite } from '#support/site.ts'
import { putAccount } from '#support/users.ts'
import { adminApi, apiAs } from '../support/admin-api.ts'

type Waiting = { _id: string; comment: string; status: string }
export type Item = { productCode: string; shopType: string }

/** These reviews wait and no others, the first of them the longest. */
export async function waiting(site: SharedSite, comments: string[]): Promise<void> {
  const admin = await adminApi(site)
  for (const { _id } of await admin<Waiting[]>('GET /review/findReview', { query: { status: 'pending' } }))
    await admin('PATCH /review/approveOrDenyReview', { query: { review_id: _id, status: 'denied' } })
  const items = await admin<Item[]>('GET /products/getAllProduct', { query: { limit: '12' } })
  const writer = await apiAs(site, await putAccount(site, { name: 'Kit Writer' }))
  for (const [index, comment] of comments.entries()) {
    const { shopType, productCode } = items[index] ?? {}
    await writer('POST /review/postReview', {
      body: { store_name: shopType, product_code: productCode, comment, rating: 4 },
    })
  }
}

/** What became of reviews, by their comments. */
export async function statuses(site: SharedSite, comments: string[]): Promise<(string | undefined)[]> {
  const admin = await adminApi(site)
  const all = await admin<Waiting[]>('GET /review/findReview')
  return comments.map((comment) => all.find((review) => review.comment === comment)?.status)
}
