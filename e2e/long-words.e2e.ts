import { expect } from 'vitest'
import { owner, test, withOwner } from './accounts.ts'
import { adminApi } from './admin-api.ts'
import { fitsEveryWidth } from './admin-page.ts'
import { items } from './product-page.ts'
import type { Site } from './server.ts'

const word = 'W'.repeat(80)

test('a name and a comment without a blank keep to the reviews’ column', async ({ site, asMember }) => {
  const { page, hydrated, toast } = await asMember({ name: word })
  await page.goto(items.sneaker)
  await hydrated()
  const form = page.getByRole('region', { name: 'Add a Review' })
  await form.getByLabel('Comment', { exact: true }).fill(word)
  await form.getByRole('radio', { name: '4 stars', exact: true }).check()
  await form.getByRole('button', { name: 'Submit' }).click()
  await toast('Review Submitted!').waitFor()

  const api = await adminApi(site)
  const query = { status: 'pending', limit: '1' }
  const [waiting] = await api<{ _id: string; name: string }[]>('GET /review/findReview', { query })
  expect(waiting?.name).toBe(word)
  const judgement = { review_id: waiting?._id ?? '', status: 'approved' }
  await api('PATCH /review/approveOrDenyReview', { query: judgement })

  await page.reload()
  await page.locator('#reviews').getByRole('listitem').getByText(word).first().waitFor()
  await fitsEveryWidth(page)
})

test('an agent’s name without a blank leaves header and pages their width', async ({ aSite, asVisitor }) => {
  const site = await aSite(withOwner)
  const { approvalToken } = await ownerLogin(site)
  const [first] = await (await adminApi(site))<{ _id: string; to: object }[]>('GET /agent/getAgent')
  const form = new FormData()
  form.set('data', JSON.stringify({ name: word, offer: word, to: first?.to }))
  const reply = await fetch(`${site.origin}/api/v1/agent/updateAgent?agent_id=${first?._id}`, {
    method: 'POST',
    headers: { authorization: approvalToken },
    body: form,
  })
  expect(reply.status).toBe(200)
  const { page, hydrated } = await asVisitor({ origin: site.origin })
  for (const path of ['/popular', items.sneaker, '/product/taobao/unknown-item-1']) {
    await page.goto(path)
    await hydrated()
    await fitsEveryWidth(page)
  }
})

/** The owner’s token. */
async function ownerLogin({ origin }: Site): Promise<{ approvalToken: string }> {
  const { email, password } = owner
  const reply = await fetch(`${origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return (await reply.json()).data
}
