import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { countedTypes } from '#db/queries/event-counter.ts'
import type { SecurityEventType } from '#db/queries/security-events.ts'
import { securityEvents, users } from '#db/schema.ts'
import { issueToken } from '#features/auth/server/one-time-tokens.ts'
import { hashSecret } from '#features/auth/server/secrets.ts'
import { apiBase } from '#shared/paths.ts'
import { startSimulator } from '#simulator/simulate.ts'
import { anAgent, aProduct, aReview, aSession, aUser, password, passwordHash } from '#support/factories.ts'
import { aForm, agentDraft, aPng } from '#support/forms.ts'
import type { Reply } from '#support/http-client.ts'
import { sendForm, useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { clientId, createGoogleVisitor } from '#test/fixtures/google-fixture.ts'
import { MailBox } from '#test/mail-box.ts'

const simulator = await startSimulator({ port: 0 })
const box = await new MailBox().open()
afterAll(() => Promise.all([simulator.close(), box.close()]))

/**
 * What the site does by itself is told of in site.test.ts, what the operator does in cli.test.ts and
 * duty-notes.test.ts, what becomes of people's
 * photos in audit.test.ts of `member-photos`.
 */
type ProvokedEventType = Exclude<
  SecurityEventType,
  | 'agent-restored'
  | 'duty-note-changed'
  | 'migrated'
  | 'product-restored'
  | 'photos-added'
  | 'photos-deleted'
  | 'photos-moderated'
  | 'restored'
  | 'started'
  | 'stopped'
>
type ExpectedEvent = {
  /** The request that it happened in; nothing for what happens behind one. */
  reply?: Reply
  actorId: string | null
  subjectId: string | null
  details: Record<string, string>
}
const newPassword = 'a quiet river 9'
const tier = { upTo: 500, mode: 'step', weightFirst: 500, feeFirst: 98.5 }
const aRateCard = {
  schema: 'rate-card/1',
  id: 'winter',
  currency: 'CNY',
  lines: [{ id: 'ems', name: 'EMS', rates: [{ countries: ['DE'], tiers: [tier] }] }],
}

describe('security events', () => {
  const database = useDatabase()
  const app = useApp(database, {
    env: {
      SMTP_URL: box.url,
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_ISSUER: `${simulator.url}/google`,
      PRODUCT_INFO_URL: `${simulator.url}/product-info`,
    },
  })
  const visitor = createGoogleVisitor(app, simulator)

  async function someone(fields: Partial<typeof users.$inferInsert> = {}) {
    const user = await aUser(database.db, { email: 'someone@example.com', passwordHash, ...fields })
    const { token, refreshToken } = await aSession(database.db, user)
    return { ...user, refreshToken, headers: { authorization: token } }
  }
  const anAdmin = () => someone({ email: 'admin@example.com', role: 'admin' })
  const cookie = (refreshToken: string) => ({
    cookie: `refresh=${refreshToken}`,
    'sec-fetch-site': 'same-origin',
  })
  /** Of what people do to their own account. */
  const byThemselves = ({ id }: { id: string }, reply: Reply): ExpectedEvent => ({
    reply,
    actorId: id,
    subjectId: id,
    details: {},
  })
  async function readUserId(email: string): Promise<string> {
    const [row] = await database.db.select().from(users).where(eq(users.email, email))
    return row?.id ?? ''
  }

  const byAdmin = async (
    write: (headers: Record<string, string>) => Promise<Reply>,
    details: Record<string, string>,
  ): Promise<ExpectedEvent> => {
    const admin = await anAdmin()
    return { reply: await write(admin.headers), actorId: admin.id, subjectId: null, details }
  }
  /** Makes a call that changes the first of two products. */
  async function changing(call: string, details: Record<string, string>, query = ''): Promise<ExpectedEvent> {
    const { id, itemId } = await aProduct(database.db)
    await aProduct(database.db)
    const write = (headers: Record<string, string>) =>
      app().send(`${apiBase}/products/${call}?product_id=${id}${query}`, {
        method: call === 'dleteProduct' ? 'DELETE' : 'PATCH',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ name: 'Another tote', weight: 300 }),
      })
    return byAdmin(write, { product: `taobao/${itemId}`, ...details })
  }

  /** Makes a call on the first of two agents, of which the other is selected. */
  async function ofAgent(call: string, details: Record<string, string>, query = ''): Promise<ExpectedEvent> {
    const { id } = await anAgent(database.db)
    await anAgent(database.db, { isSelected: true })
    const form = call === 'updateAgent' ? await aForm(agentDraft) : { headers: {}, body: '' }
    const write = (headers: Record<string, string>) =>
      app().send(`${apiBase}/agent/${call}?agent_id=${id}${query}`, {
        method: call === 'deleteAgent' ? 'DELETE' : call === 'updateAgent' ? 'POST' : 'PATCH',
        headers: { ...form.headers, ...headers },
        ...(form.body && { body: form.body }),
      })
    return byAdmin(write, { agent: id, ...details })
  }

  const provocations: Record<ProvokedEventType, () => Promise<ExpectedEvent>> = {
    'account-created': async () => {
      const email = 'new@example.com'
      const reply = await app().post('/users/createUser', { name: 'Ann', email, password: newPassword })
      return byThemselves({ id: await readUserId(email) }, reply)
    },
    'email-verified': async () => {
      const user = await someone({ verifiedAt: null })
      const token = await issueToken(database.db, { purpose: 'verify', userId: user.id, lifetimeMs: 60_000 })
      return byThemselves(user, await app().post(`/users/verifyEmail?token=${token}`, {}))
    },
    login: async () => {
      const user = await someone()
      return byThemselves(user, await app().post('/auth/login', { email: user.email, password }))
    },
    'login-failed': async () => {
      const user = await someone()
      const reply = await app().post('/auth/login', { email: user.email, password: 'not the one' })
      return { reply, actorId: null, subjectId: user.id, details: { code: 'WRONG_LOGIN' } }
    },
    'google-linked': async () => {
      const email = 'someone@gmail.com'
      const user = await someone({ email })
      const reply = await visitor.logIn({ email, credential: await visitor.credential({ email }) })
      return byThemselves(user, reply)
    },
    'refresh-reused': async () => {
      const { id, refreshToken } = await someone()
      const renew = (token: string) => app().post('/auth/refresh-token', {}, cookie(token))
      const first = await renew(refreshToken)
      const [successor = ''] = /(?<=refresh=)[^;]+/.exec(String(first.headers['set-cookie'])) ?? []
      await renew(successor)
      return { reply: await renew(refreshToken), actorId: null, subjectId: id, details: {} }
    },
    logout: async () => {
      const user = await someone()
      const headers = { ...user.headers, ...cookie(user.refreshToken) }
      return byThemselves(user, await app().post('/auth/logout', {}, headers))
    },
    'browser-unlocked': async () => {
      const user = await someone()
      const boundTo = hashSecret(passwordHash)
      const token = await issueToken(database.db, {
        purpose: 'unlock',
        userId: user.id,
        lifetimeMs: 60_000,
        boundTo,
      })
      return byThemselves(user, await app().post('/auth/unlock', { token }))
    },
    'password-changed': async () => {
      const user = await someone()
      const body = { oldPassword: password, newPassword }
      return byThemselves(user, await app().post('/auth/changePassword', body, user.headers))
    },
    'password-reset': async () => {
      const user = await someone()
      const fields = {
        purpose: 'reset',
        userId: user.id,
        lifetimeMs: 60_000,
        boundTo: hashSecret(passwordHash),
      } as const
      const authorization = await issueToken(database.db, fields)
      const body = { id: user.id, newPassword }
      return byThemselves(user, await app().post('/auth/resetPassword', body, { authorization }))
    },
    'role-changed': async () => {
      const [admin, user] = [await anAdmin(), await someone()]
      const path = `/users/changeUserRoleOrStatus?email=${user.email}&role=admin`
      const reply = await app().post(path, {}, admin.headers)
      return { reply, actorId: admin.id, subjectId: user.id, details: { old: 'user', new: 'admin' } }
    },
    'status-changed': async () => {
      const [admin, user] = [await anAdmin(), await someone()]
      const path = `/users/changeUserRoleOrStatus?email=${user.email}&status=blocked`
      const reply = await app().post(path, {}, admin.headers)
      return { reply, actorId: admin.id, subjectId: user.id, details: { old: 'active', new: 'blocked' } }
    },
    'sessions-ended': async () => {
      const user = await someone()
      await aSession(database.db, user)
      const reply = await app().send('/api/v1/auth/sessions?others=true', {
        method: 'DELETE',
        headers: user.headers,
      })
      return { ...byThemselves(user, reply), details: { count: '1' } }
    },
    'product-added': () =>
      byAdmin(
        (headers) =>
          app().post(
            '/products/addProduct',
            { name: 'Tote', price: 35, storeName: '1688', productCode: '42' },
            headers,
          ),
        { product: 'ali_1688/42' },
      ),
    'product-changed': () => changing('updateProduct', { fields: 'name, weight' }),
    'product-moved': () => changing('setProductSerial', { from: '1', to: '2' }, '&serial_No=2'),
    'product-trend-changed': () => changing('setOrRemoveProductOnTend', { trending: 'true' }, '&status=true'),
    'product-deleted': () => changing('dleteProduct', {}),
    'agent-added': async () => {
      const form = await aForm(agentDraft, { bytes: await aPng() })
      const write = ({ authorization = '' }) => sendForm(app(), '/agent/createAgent', form, { authorization })
      const expected = await byAdmin(write, {})
      return { ...expected, details: { agent: Object(expected.reply?.body?.data)._id } }
    },
    'agent-changed': () => ofAgent('updateAgent', {}),
    'agent-moved': () => ofAgent('setAgentSerial', { old: '1', new: '2' }, '&serial_No=2'),
    'agent-state-changed': () =>
      ofAgent('activeOrDactiveAnAgent', { old: 'active', new: 'inactive' }, '&active=false'),
    'agent-selected': () => ofAgent('selectAgent', {}, '&isSelected=true'),
    'agent-deleted': () => ofAgent('deleteAgent', {}),
    'access-denied': async () => {
      const user = await someone()
      const reply = await app().get('/users/getAllUser', user.headers)
      return { reply, actorId: user.id, subjectId: null, details: { call: 'getAllUser' } }
    },
    'review-moderated': async () => {
      const [admin, author] = [await anAdmin(), await someone()]
      const { id } = await aReview(database.db, { status: 'pending', userId: author.id })
      const path = `${apiBase}/review/approveOrDenyReview?review_id=${id}&status=denied`
      const reply = await app().send(path, { method: 'PATCH', headers: admin.headers })
      const details = { review: id, old: 'pending', new: 'denied' }
      return { reply, actorId: admin.id, subjectId: author.id, details }
    },
    'reading-moderated': async () => {
      const [admin, author] = [await anAdmin(), await someone()]
      const facts = { shopType: 'taobao', productCode: '990000731204', title: 'Hoodie', price: 168 }
      const sent = await app().post('/items/readings', facts, author.headers)
      const { _id: id } = Object(sent.body?.data)
      const path = `${apiBase}/items/readings?id=${id}&verdict=denied`
      const reply = await app().send(path, { method: 'PATCH', headers: admin.headers })
      const details = { reading: id, old: 'pending', new: 'denied' }
      return { reply, actorId: admin.id, subjectId: author.id, details }
    },
    'rate-card-imported': () =>
      byAdmin((headers) => app().post('/shipping/rateCards', { card: aRateCard }, headers), {
        card: 'winter',
        lines: '1',
      }),
    'rate-card-activated': () =>
      byAdmin((headers) => app().post('/shipping/rateCards', { card: aRateCard, activate: true }, headers), {
        card: 'winter',
        old: 'default-2026-11b',
      }),
    'limit-hit': async () => {
      const attempt = () =>
        app().post('/auth/setup', { token: 'x', name: 'x', email: 'x@example.com', password: 'x' })
      for (let at = 0; at < 25; at += 1) expect((await attempt()).status).toBe(400)
      const reply = await attempt()
      expect(reply.status).toBe(429)
      for (let at = 0; at < 5; at += 1) expect((await attempt()).status).toBe(429)
      return { reply, actorId: null, subjectId: null, details: { rule: 'setUp' } }
    },
    'breaker-opened': async () => {
      simulator.setFault('product-info', 'error')
      onTestFinished(() => {
        simulator.setFault('product-info', 'none')
      })
      for (let at = 0; at < 7; at += 1)
        await app().get(`/product-info?shopType=taobao&productCode=${6_000_000_000 + at}`)
      return { actorId: null, subjectId: null, details: { source: 'storefront' } }
    },
  }

  // Object.keys forgets which keys there are.
  test.each(Object.keys(provocations) as ProvokedEventType[])(
    'records exactly one row for %s',
    async (type) => {
      const { reply, ...expected } = await provocations[type]()
      await app().features.securityLog.flush()
      const all = await database.db.select().from(securityEvents)
      const rows = all.filter((row) => row.type === type)
      const network = countedTypes.some((counted) => counted === type) ? '127.0.0.1' : null
      expect(rows).toEqual([
        {
          id: expect.any(String),
          type,
          ...expected,
          ipAddress: reply ? '127.0.0.1' : null,
          requestId: reply ? reply.headers['x-request-id'] : null,
          createdAt: expect.any(Date),
          count: 1,
          network,
          hour: network && expect.any(Date),
        },
      ])
      expect(Math.abs(Number(rows[0]?.createdAt) - Date.now())).toBeLessThan(60_000)
      const written = JSON.stringify(all)
      for (const secret of ['@', password, newPassword, passwordHash]) expect(written).not.toContain(secret)
      expect(written.match(/[\w-]{40,}/g)).toBeNull() // longer than any id: a token or a hash
    },
  )
})
