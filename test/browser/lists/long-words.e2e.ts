import { expect } from 'vitest'
import { aForm } from '#support/forms.ts'
import { createTestClient } from '#support/http-client.ts'
import { owner, putSession, withOwner } from '#support/users.ts'
import { testOnOwnSite as test } from '../support/accounts.ts'
import { adminApi } from '../support/admin-api.ts'
import { fitsEveryWidth } from '../support/admin-page.ts'
import { items } from '../support/product-page.ts'

const word = 'W'.repeat(80)

/** As one pastes it: every letter carries marks far above and below its line. */
const heap = `${`Z${'\u0335\u0315\u0356\u0325'.repeat(20)}`.repeat(12)} e${'\u0301'.repeat(240)}`

test('a name and a comment without spaces, or with stacked diacritics, stay inside the column of reviews', async ({
  site,
  asMember,
  asVisitor,
}) => {
  const { page, hydrated, toast } = await asMember({ name: word })
  await page.goto(items.sneaker)
  await hydrated()
  const form = page.getByRole('region', { name: 'Add a Review' })
  await form.scrollIntoViewIfNeeded()
  await form.getByLabel('Comment', { exact: true }).fill(`${word} ${heap}`)
  await form.getByRole('radio', { name: '4 stars', exact: true }).check()
  await form.getByRole('button', { name: 'Submit' }).click()
  await toast('Review Submitted!').waitFor()

  const api = await adminApi(site)
  const query = { status: 'pending', limit: '1' }
  const [waiting] = await api<{ _id: string; name: string }[]>('GET /review/findReview', { query })
  expect(waiting?.name).toBe(word)
  const statusChange = { review_id: waiting?._id ?? '', status: 'approved' }
  await api('PATCH /review/approveOrDenyReview', { query: statusChange })

  // Its author reads "You", and no name.
  const reader = (await asVisitor({ origin: site.origin })).page
  await reader.goto(items.sneaker)
  await reader.locator('#reviews').getByRole('listitem').getByText(word).first().waitFor()
  await fitsEveryWidth(reader)
})

test('an agent’s name without spaces does not make the header or a page wider', async ({
  aSite,
  asVisitor,
}) => {
  const site = await aSite(withOwner)
  const [first] = await (await adminApi(site))<{ _id: string; to: object }[]>('GET /agent/getAgent')
  const { token: authorization } = await putSession(site, owner)
  const { headers, body } = await aForm({ name: word, offer: word, to: first?.to })
  const client = createTestClient(site.origin)
  const call = { method: 'POST', headers: { ...headers, authorization }, body }
  expect((await client.send(`/api/v1/agent/updateAgent?agent_id=${first?._id}`, call)).status).toBe(200)
  client.close()
  const { page, hydrated } = await asVisitor({ origin: site.origin })
  for (const path of ['/popular', items.sneaker, '/product/taobao/unknown-item-1']) {
    await page.goto(path)
    await hydrated()
    await fitsEveryWidth(page)
  }
})
