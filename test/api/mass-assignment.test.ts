import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { apiBase } from '#shared/paths.ts'
import { anAgent, aProduct, aSession, aUser, password, passwordHash } from '#support/factories.ts'
import { agentDraft, dataPart, filePart, onePixel, rawForm } from '#support/forms.ts'
import { type TestApp, useApp } from '#test/api.ts'
import { emptyAll, useDatabase } from '#test/database.ts'

/** Keys that an attacker might add to a request so that they are stored. */
const keys = [
  ...['role', 'roles', 'isAdmin', 'is_admin', 'admin', 'permissions', 'access', 'scope', 'group', 'type'],
  ...['_id', 'id', 'userId', 'user_id', 'ownerId', 'subject', 'issuer', 'provider', 'googleId', 'identity'],
  ...[
    'status',
    'state',
    'active',
    'blocked',
    'banned',
    'disabled',
    'deleted',
    'deletedAt',
    'locked',
    'approved',
  ],
  ...[
    'verified',
    'isVerified',
    'is_verified',
    'emailVerified',
    'email_verified',
    'verifiedAt',
    'verified_at',
  ],
  ...[
    'passwordHash',
    'password_hash',
    'hash',
    'salt',
    'approvalToken',
    'refreshToken',
    'sessionId',
    'session',
  ],
  ...['createdAt', 'created_at', 'updatedAt', 'updated_at', 'version', 'expiresAt', 'emailKey', 'email_key'],
  ...[
    'isSelected',
    'serial',
    'position',
    'totalView',
    'avgRetting',
    'credits',
    'balance',
    '$set',
    'constructor',
  ],
]
const values = ['admin', true, 1, null, ['admin'], { $ne: null }]

type WriteCase = {
  method?: 'PATCH' | 'DELETE'
  path: string
  body: Record<string, unknown>
  as?: 'user' | 'admin'
  /** It comes as a form with a file. */
  isForm?: boolean
}
const agent_id = '0198a000-0000-7000-8000-000000000004'
const product_id = '0198a000-0000-7000-8000-000000000002'
const writes: WriteCase[] = [
  { path: '/users/createUser', body: { name: 'Ann', email: 'new@example.com', password: 'a quiet river 9' } },
  { path: '/auth/login', body: { email: 'user@example.com', password } },
  {
    path: '/auth/changePassword',
    body: { oldPassword: password, newPassword: 'a quiet river 9' },
    as: 'user',
  },
  { path: '/auth/forgetPassword', body: { email: 'user@example.com' } },
  { path: '/users/requestVerificationEmail', body: { email: 'user@example.com' } },
  { path: '/auth/logout', body: {}, as: 'user' },
  { path: '/users/changeUserRoleOrStatus', body: { email: 'user@example.com', role: 'user' }, as: 'admin' },
  { path: '/users/endSessions?email=user@example.com', body: {}, as: 'admin' },
  {
    path: '/review/postReview',
    body: { store_name: 'taobao', product_code: '42', comment: 'Good.', rating: 4 },
    as: 'user',
  },
  { path: '/users/addToCollection?productCode=42&storeName=taobao', body: {}, as: 'user' },
  { path: '/users/removeFromCollection?productCode=42', body: {}, as: 'user' },
  {
    path: '/products/addProduct',
    body: { name: 'Tote', price: 35, storeName: 'taobao', productCode: '43' },
    as: 'admin',
  },
  {
    method: 'PATCH',
    path: `/products/updateProduct?product_id=${product_id}`,
    body: { name: 'Tote', version: 1 },
    as: 'admin',
  },
  {
    method: 'PATCH',
    path: `/products/setProductSerial?product_id=${product_id}&serial_No=2`,
    body: {},
    as: 'admin',
  },
  {
    method: 'PATCH',
    path: `/products/setOrRemoveProductOnTend?product_id=${product_id}&status=true`,
    body: {},
    as: 'admin',
  },
  {
    method: 'DELETE',
    path: `/products/dleteProduct?product_id=${product_id}`,
    body: {},
    as: 'admin',
  },
  { path: '/products/addProductPicture', body: {}, as: 'admin', isForm: true },
  { path: '/agent/createAgent', body: { ...agentDraft, active: true }, as: 'admin', isForm: true },
  {
    path: `/agent/updateAgent?agent_id=${agent_id}`,
    body: { ...agentDraft, version: 1 },
    as: 'admin',
    isForm: true,
  },
  {
    method: 'PATCH',
    path: `/agent/setAgentSerial?agent_id=${agent_id}&serial_No=2`,
    body: {},
    as: 'admin',
  },
  {
    method: 'PATCH',
    path: `/agent/activeOrDactiveAnAgent?agent_id=${agent_id}&active=false`,
    body: {},
    as: 'admin',
  },
  {
    method: 'PATCH',
    path: `/agent/selectAgent?agent_id=${agent_id}&isSelected=true`,
    body: {},
    as: 'admin',
  },
  { method: 'DELETE', path: `/agent/deleteAgent?agent_id=${agent_id}`, body: {}, as: 'admin' },
]

describe('unknown body keys', () => {
  const database = useDatabase()
  const app = useApp(database, { env: { RATE_MULTIPLIER: '1000' } })

  async function stage(): Promise<Record<'user' | 'admin', string>> {
    await emptyAll(database.db)
    const made = { passwordHash }
    const user = await aUser(database.db, { ...made, email: 'user@example.com' })
    const admin = await aUser(database.db, { ...made, email: 'admin@example.com', role: 'admin' })
    await aProduct(database.db, { id: product_id, itemId: '42' })
    await aProduct(database.db, { itemId: '44' })
    await anAgent(database.db, { id: agent_id, name: 'ACBuy' })
    await anAgent(database.db, { name: 'MuleBuy', isSelected: true })
    const [forUser, forAdmin] = [await aSession(database.db, user), await aSession(database.db, admin)]
    return { user: forUser.token, admin: forAdmin.token }
  }

  /** All accounts, products and agents as far as a request could decide on them, and how many sessions there are. */
  async function outcome(): Promise<unknown> {
    const { rows: listed } = await database.db.execute(sql`
      select item_id, shop_type, name, price_fen, thumbnail, weight_grams, shipping_days, dimensions, on_trend, position,
        total_view, rating_sum, review_count, version, deleted_at is not null as deleted,
        created_at > now() - interval '1 minute' as fresh
      from products order by item_id`)
    const { rows } = await database.db.execute(sql`
      select name, email, role, status, verified_at is not null as verified, password_hash is not null as secret,
        created_at > now() - interval '1 minute' as fresh,
        (select count(*)::int from sessions where user_id = users.id) as sessions,
        (select count(*)::int from identities where user_id = users.id) as identities,
        (select json_agg(json_build_array(shop_type, item_id, author, rating, comment, status, is_public,
          product_name, product_image, created_at > now() - interval '1 minute'))
          from reviews where user_id = users.id) as reviews,
        (select json_agg(json_build_array(shop_type, item_id, title, price_minor, currency, image,
          created_at > now() - interval '1 minute'))
          from collection_entries where user_id = users.id) as collection
      from users order by email`)
    const { rows: chosen } = await database.db.execute(sql`
      select name, image ~ '^agents/[A-Za-z0-9_-]{22}[.]webp$' as uploaded, offer, link_taobao, link_weidian, link_ali_1688,
        active, is_selected, position, version, deleted_at is not null as deleted,
        created_at > now() - interval '1 minute' as fresh
      from agents order by name`)
    return { rows, listed, chosen }
  }

  async function make(write: WriteCase, extra: { body?: object; query?: string }): Promise<unknown> {
    const tokens = await stage()
    const path = extra.query
      ? `${write.path}${write.path.includes('?') ? '&' : '?'}${extra.query}`
      : write.path
    const body = { ...extra.body, ...write.body }
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const sent = write.isForm ? rawForm([dataPart(body), filePart(onePixel)]) : json
    const { status } = await app().send(apiBase + path, {
      method: write.method ?? 'POST',
      headers: { ...sent.headers, ...(write.as && { authorization: tokens[write.as] }) },
      body: sent.body,
    })
    return [status, await outcome()]
  }

  const foreign = ({ body, path }: WriteCase) =>
    keys.filter(
      (key) =>
        !(key in body) &&
        !path.includes(`&${key}=`) &&
        (path !== '/users/changeUserRoleOrStatus' || !isParameter(key)),
    )

  test.each(writes)('$path does with them what it does without', async (write) => {
    const plain = await make(write, {})
    expect(plain).toEqual([200, expect.any(Object)])
    for (const value of values) {
      const extra = Object.fromEntries(foreign(write).map((key) => [key, value]))
      expect([value, await make(write, { body: extra })]).toEqual([value, plain])
    }
    const query = new URLSearchParams(foreign(write).map((key) => [key, 'admin']))
    expect(await make(write, { query: String(query) })).toEqual(plain)
  })

  test('a prototype in the body is refused', async () => {
    const tokens = await stage()
    for (const poison of [
      '{"__proto__":{"role":"admin"}}',
      '{"constructor":{"prototype":{"role":"admin"}}}',
    ]) {
      const reply = await app().send(`${apiBase}/users/changeUserRoleOrStatus`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: tokens.admin },
        body: poison,
      })
      expect(reply.status).toBe(400)
    }
    expect((await me(app(), tokens.user)).body).toMatchObject({ data: { role: 'user' } })
  })

  test('what the browser has stored about itself decides nothing', async () => {
    const tokens = await stage()
    const claims = { 'x-user-role': 'admin', 'x-user-id': '1', cookie: 'role=admin; user={"role":"admin"}' }
    const reply = await app().get('/users/getAllUser?role=admin', { authorization: tokens.user, ...claims })
    expect(reply.status).toBe(403)
  })

  test('an account is opened by no email, id or method alone', async () => {
    await stage()
    const email = 'admin@example.com'
    for (const body of [
      { email, method: 'google' },
      { email, method: 'google', verified: true, email_verified: true, sub: '1', credential: '' },
      { email, method: 'admin' },
      { email, password: '' },
      { email, id: '1', role: 'admin' },
    ]) {
      const { status, text } = await app().post('/auth/login', body)
      expect([400, 401]).toContain(status)
      expect(text).not.toContain('approvalToken')
    }
  })
})

const me = (app: TestApp, authorization: string) => app.get('/users/me', { authorization })

/** What the role call really takes. */
function isParameter(key: string): boolean {
  return key === 'role' || key === 'status'
}
