import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { contract } from '#main/contract.ts'
import { apiBase } from '#shared/paths.ts'
import { anAgent, aProduct, aReview } from '#support/factories.ts'
import { aForm, agentDraft } from '#support/forms.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

/** Of the product, the agent and the review that the calls are about. */
const rowId = '0b5c1e1e-7a64-4c0e-9d3c-2f6f2a1d8e01'

/** For each parameter a value that its call takes; a parameter that is missing here fails the test. */
const valid: Record<string, string> = {
  product_id: rowId,
  agent_id: rowId,
  review_id: rowId,
  serial_No: '2',
  isSelected: 'true',
  revision: '1',
  apply: 'true',
  active: 'false',
  productCode: '42',
  sku: '4201',
  product_code: '42',
  goodsId: '42',
  storeName: 'taobao',
  shopType: 'taobao',
  store_name: 'taobao',
  email: 'mat@example.com',
  role: 'user',
  page: '1',
  Trending: 'true',
  MinPrice: '1',
  MaxPrice: '9',
  Storefront: 'taobao',
  limit: '5',
  count: 'true',
  forceReload: 'false',
  match: 'part',
  verdict: 'right',
  text: 'x',
  id: rowId,
  token: 'x',
  ShipTo: 'DE',
  Sort: 'landed',
  destination: 'DE',
  card_id: 'default-2026-11b',
  until: '2026-11-21T12:00:00Z',
  all: 'true',
  seen: '2026-11-21T12:00:00Z',
  session_id: rowId,
  others: 'true',
}
const statusOf: Record<string, string> = {
  setOrRemoveProductOnTend: 'true',
  changeUserRoleOrStatus: 'active',
}
/** The keys of a last row, which differ from list to list. */
const cursorOf: Record<string, string> = {
  findReview: formatKeys(rowId),
  getAllUser: formatKeys(rowId),
  getReadings: formatKeys(rowId),
  viewCollection: formatKeys('42 taobao'),
}

function formatKeys(keys: string): string {
  return Buffer.from(`1 ${keys}`).toString('base64url')
}

/** Ways to say one thing twice, or something else than a text. */
const forms: ((name: string, value: string) => string)[] = [
  (name, value) => `${name}=${value}&${name}=${value}`,
  (name, value) => `${name}=${value}&${name.toUpperCase()}=other`,
  (name, value) => Array.from({ length: 50 }, () => `${name}=${value}`).join('&'),
  (name, value) => `${name}[]=${value}`,
  (name, value) => `${name}[0]=${value}`,
  (name, value) => `${name}[$ne]=${value}`,
  (name, value) => `${name}[__proto__]=${value}`,
  (name, value) => `${name}=${value}&${name}[]=${value}`,
]

const parameters = Object.entries(contract).flatMap(([call, endpoint]) =>
  Object.keys('query' in endpoint ? endpoint.query.shape : {}).map((name) => ({ call, name, endpoint })),
)

describe('parameters that are not a single text', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database, { env: { RATE_MULTIPLIER: '1000' } })

  async function rows(): Promise<unknown> {
    const tables = ['products', 'agents', 'reviews', 'users', 'sessions', 'collection_entries', 'rate_cards']
    const counted = await Promise.all(
      tables.map((table) =>
        database.db.execute(sql`select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as sum
          from ${sql.identifier(table)} t`),
      ),
    )
    return counted.map((reply) => reply.rows)
  }

  test.each(parameters)('$call refuses $name in every such form', async ({ call, name, endpoint }) => {
    const item = { itemId: '42', shopType: 'taobao' } as const
    await aProduct(database.db, { id: rowId, ...item })
    await aReview(database.db, { id: rowId, ...item })
    await anAgent(database.db, { id: rowId })
    const before = await rows()
    const valueFor = (key: string) =>
      key === 'status' ? (statusOf[call] ?? 'approved') : key === 'cursor' ? cursorOf[call] : valid[key]
    const others = parameters.filter((one) => one.call === call && one.name !== name)
    const rest = others.map((one) => `${one.name}=${valueFor(one.name)}`)
    const value = valueFor(name)
    expect(value, `valid has no value for ${name}`).toBeDefined()
    const { headers, body } = 'file' in endpoint ? await aForm(agentDraft) : {}
    for (const form of forms) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, '1')
      const query = [...rest, form(name, value ?? '')].join('&')
      const reply = await app().send(`${apiBase}${path}?${query}`, {
        method: endpoint.method,
        headers: { ...headers, authorization: tokens.admin },
        ...(body && { body }),
      })
      expect([query, reply.status]).toEqual([query, 400])
    }
    expect(await rows()).toEqual(before)
  })
})
