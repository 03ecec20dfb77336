import { expect } from 'vitest'
import { anAccount } from './accounts.ts'
import { adminApi } from './admin-api.ts'
import type { Site } from './server.ts'

type Waiting = { _id: string; comment: string; status: string }
export type Item = { productCode: string; shopType: string }

function post(body: object, authorization = '') {
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}

/** These reviews wait and no others, the first of them the longest. */
export async function waiting(site: Site, comments: string[]): Promise<void> {
  const admin = await adminApi(site)
  for (const { _id } of await admin<Waiting[]>('GET /review/findReview', { query: { status: 'pending' } }))
    await admin('PATCH /review/approveOrDenyReview', { query: { review_id: _id, status: 'denied' } })
  const items = await admin<Item[]>('GET /products/getAllProduct', { query: { limit: '12' } })
  const { email, password } = await anAccount(site, { name: 'Kit Writer' })
  const login = await fetch(`${site.origin}/api/v1/auth/login`, post({ email, password }))
  const { approvalToken } = await login.json()
  for (const [place, comment] of comments.entries()) {
    const { shopType, productCode } = items[place] ?? {}
    const review = { store_name: shopType, product_code: productCode, comment, rating: 4 }
    const reply = await fetch(`${site.origin}/api/v1/review/postReview`, post(review, approvalToken))
    expect(reply.status).toBe(200)
  }
}

/** What became of reviews, by their comments. */
export async function statuses(site: Site, comments: string[]): Promise<(string | undefined)[]> {
  const admin = await adminApi(site)
  const all = await admin<Waiting[]>('GET /review/findReview')
  return comments.map((comment) => all.find((review) => review.comment === comment)?.status)
}
