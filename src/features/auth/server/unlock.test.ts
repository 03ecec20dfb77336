import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { limitCounters, oneTimeTokens, securityEvents, sessions, users } from '#db/schema.ts'
import { apiBase } from '#shared/paths.ts'
import { aUser, password, passwordHash } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { anApp, useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { type Mail, useMailBox } from '#test/mail-box.ts'

const site = 'https://chopmark.test'
const refused = { success: false, message: 'This link is not valid.', code: 'INVALID_LINK' }

let networks = 0
/** Where no test has come from before. */
function createNetwork(): string {
  networks += 1
  return `198.18.${Math.floor(networks / 250)}.${networks % 250}`
}

describe('an account that wrong guesses lock for new devices', () => {
  const database = useDatabase()
  const box = useMailBox()
  const app = useApp(database, {
    get env() {
      return { PUBLIC_URL: site, SMTP_URL: box.url, TRUST_PROXY: 'on' }
    },
  })

  let made = 0
  /** An address that no test has used: who was refused is remembered for a moment. */
  const createEmail = () => {
    made += 1
    return `owner-${made}@example.com`
  }
  const anOwner = (fields: Partial<typeof users.$inferInsert> = {}) =>
    aUser(database.db, { email: createEmail(), passwordHash, ...fields })

  const logIn = (email: string, typed = password, headers: Record<string, string> = {}) =>
    app().post('/auth/login', { email, password: typed }, { 'x-forwarded-for': createNetwork(), ...headers })
  const unlock = (token: unknown, headers: Record<string, string> = {}) =>
    app().post('/auth/unlock', { token }, { 'x-forwarded-for': createNetwork(), ...headers })

  /** Twenty wrong guesses, and one that finds the account locked. */
  async function lock(email: string): Promise<Reply> {
    const guesses = Array.from({ length: 20 }, (_, at) => logIn(email, `guess ${at}`))
    for (const { status } of await Promise.all(guesses)) expect(status).toBe(401)
    return logIn(email)
  }

  /** Once every queued mail has been sent or dropped. */
  async function settled(): Promise<Mail[]> {
    const open = "select id from pgboss.job where state in ('created', 'retry', 'active')"
    await expect.poll(async () => (await database.pool.query(open)).rows).toEqual([])
    return box.mails
  }

  async function mailedToken(email: string): Promise<string> {
    const { links } = await box.next(email)
    expect(links).toEqual([expect.stringMatching(/^https:\/\/chopmark\.test\/unlock\?token=[\w-]{43}$/)])
    return new URL(links[0] ?? '').searchParams.get('token') ?? ''
  }

  test('gets a link that only unlocks one browser', async () => {
    const { id, email } = await anOwner()
    expect((await lock(email)).status).toBe(429)
    const token = await mailedToken(email)
    const reply = await unlock(token)
    expect([reply.status, reply.body]).toEqual([
      200,
      { success: true, statusCode: 200, message: 'You can log in on this browser again.', data: null },
    ])
    expect(reply.headers['cache-control']).toContain('no-store')
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-device=\S+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ])
    expect(await database.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([])
    const cookie = getDeviceCookie(reply)
    expect((await logIn(email)).status).toBe(429) // everywhere else it is as before
    expect((await logIn(email, 'not the right one', { cookie })).status).toBe(401)
    expect((await logIn(email, password, { cookie })).status).toBe(200)
  })

  test('gets one link an hour, however many guesses and processes there are', async () => {
    const { email } = await anOwner()
    await lock(email)
    const again = await anApp({ database, env: { PUBLIC_URL: site, SMTP_URL: box.url, TRUST_PROXY: 'on' } })
    const tries = Array.from({ length: 60 }, (_, at) =>
      (at % 2 ? again : app()).post(
        '/auth/login',
        { email: at % 3 ? email.toUpperCase() : ` ${email}`, password: `guess ${at}` },
        { 'x-forwarded-for': createNetwork() },
      ),
    )
    for (const { status } of await Promise.all(tries)) expect(status).toBe(429)
    expect((await settled()).map(({ subject }) => subject)).toEqual(['Too many wrong passwords'])
    await again.close()
  })

  test('gets another link after an hour, and the first one is void', async () => {
    const { email } = await anOwner()
    await lock(email)
    const first = await mailedToken(email)
    await settled()
    await database.db.update(limitCounters).set({ expire: sql`extract(epoch from now()) * 1000 - 1` })
    await expect.poll(async () => (await logIn(email, 'not the right one')).status).toBe(401)
    await Promise.all(Array.from({ length: 19 }, (_, at) => logIn(email, `guess ${at}`)))
    expect((await logIn(email)).status).toBe(429)
    const second = await mailedToken(email)
    expect((await unlock(first)).body).toMatchObject(refused)
    expect((await unlock(second)).status).toBe(200)
  })

  test('gets its link when other addresses of the same mailbox are locked', async () => {
    const { email } = await anOwner()
    const made = email.replace('@', '+made-up@')
    await lock(made)
    await lock(email)
    await mailedToken(email)
    expect((await settled()).flatMap(({ recipients }) => recipients)).toEqual([email])
  })

  test.each<[string, Partial<typeof users.$inferInsert>]>([
    ['that was never verified', { verifiedAt: null }],
    ['that is blocked', { status: 'blocked' }],
  ])('%s gets no link, and the response does not reveal it', async (_what, fields) => {
    const usual = await lock((await anOwner()).email)
    const { email } = await anOwner(fields)
    const replies = [await lock(email), await lock(createEmail())]
    for (const { status, body, headers } of replies) {
      expect([status, body?.message, body?.code]).toEqual([429, usual.body?.message, usual.body?.code])
      expect(Object.keys(headers).toSorted()).toEqual(Object.keys(usual.headers).toSorted())
    }
    expect((await settled()).flatMap(({ recipients }) => recipients)).not.toContain(email)
    expect(box.mails).toHaveLength(1)
  })

  test('sends no email for a known device or for a single network', async () => {
    const { email } = await anOwner()
    const cookie = getDeviceCookie(await logIn(email))
    const from = { 'x-forwarded-for': createNetwork() }
    for (let at = 0; at < 9; at += 1) await logIn(email, `guess ${at}`, from)
    for (let at = 0; at < 30; at += 1) await logIn(email, `guess ${at}`, { cookie })
    expect(await settled()).toEqual([])
  })

  test('accepts a link once when it is used 50 times at once', async () => {
    const { id, email } = await anOwner()
    await lock(email)
    const token = await mailedToken(email)
    const replies = await Promise.all(Array.from({ length: 50 }, () => unlock(token)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(49).fill(400)])
    expect(replies.filter(({ headers }) => headers['set-cookie'])).toHaveLength(1)
    expect((await unlock(token)).body).toMatchObject(refused)
    const events = await database.db.select().from(securityEvents)
    expect(events.filter(({ type }) => type === 'browser-unlocked')).toMatchObject([
      { actorId: id, subjectId: id, details: {} },
    ])
  })

  test.each<[string, (owner: { id: string; email: string }) => Promise<unknown>]>([
    [
      'has ended',
      () => database.db.update(oneTimeTokens).set({ expiresAt: sql`now() - interval '1 second'` }),
    ],
    [
      'is of an account with a new password',
      ({ id }) => database.db.update(users).set({ passwordHash: 'another' }).where(eq(users.id, id)),
    ],
    [
      'is of an account that was blocked',
      ({ id }) => database.db.update(users).set({ status: 'blocked' }).where(eq(users.id, id)),
    ],
    ['is of an account that has gone', ({ id }) => database.db.delete(users).where(eq(users.id, id))],
    ['is for something else', () => database.db.update(oneTimeTokens).set({ purpose: 'reset' })],
  ])('rejects a link that %s', async (_what, spoil) => {
    const owner = await anOwner()
    await lock(owner.email)
    const token = await mailedToken(owner.email)
    await spoil(owner)
    const reply = await unlock(token)
    expect([reply.status, reply.body, reply.headers['set-cookie']]).toEqual([
      400,
      expect.objectContaining(refused),
      undefined,
    ])
  })

  test('a link is valid for 30 minutes, and void after a password change', async () => {
    const { email } = await anOwner()
    const cookie = getDeviceCookie(await logIn(email))
    await lock(email)
    const token = await mailedToken(email)
    const [row] = await database.db.select().from(oneTimeTokens)
    expect([row?.purpose, Number(row?.expiresAt) - Number(row?.createdAt)]).toEqual(['unlock', 1_800_000])
    expect(JSON.stringify(row)).not.toContain(token)
    const { body } = await logIn(email, password, { cookie })
    const change = { oldPassword: password, newPassword: 'a heron on the quay' }
    await app().post('/auth/changePassword', change, { authorization: String(body?.approvalToken) })
    expect((await unlock(token)).body).toMatchObject(refused)
  })

  test('the cookie does not unlock another account', async () => {
    const [owner, other] = [await anOwner(), await anOwner()]
    await lock(owner.email)
    const cookie = getDeviceCookie(await unlock(await mailedToken(owner.email)))
    await lock(other.email)
    expect((await logIn(other.email, password, { cookie })).status).toBe(429)
  })

  test('fetching the link does not use it, and other sites cannot submit it', async () => {
    const { email } = await anOwner()
    await lock(email)
    const token = await mailedToken(email)
    for (const method of ['GET', 'HEAD'])
      await app().send(`${apiBase}/auth/unlock?token=${token}`, { method })
    // What a page elsewhere may send without asking first.
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const headers = { 'content-type': type, 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
      const body = JSON.stringify({ token })
      const reply = await app().send(`${apiBase}/auth/unlock`, { method: 'POST', headers, body })
      expect([type, reply.status, reply.headers['set-cookie']]).toEqual([type, 415, undefined])
    }
    expect((await unlock(token)).status).toBe(200)
  })

  test('the network limit also applies to the unlocked browser', async () => {
    const { email } = await anOwner()
    await lock(email)
    const cookie = getDeviceCookie(await unlock(await mailedToken(email)))
    const from = { cookie, 'x-forwarded-for': createNetwork() }
    const statuses = []
    for (let at = 0; at < 7; at += 1) statuses.push((await logIn(email, `guess ${at}`, from)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })
})

/** The mark of a device as a browser sends it back. */
function getDeviceCookie({ status, headers }: Reply): string {
  expect(status).toBe(200)
  const line = headers['set-cookie']?.find((cookie) => cookie.startsWith('__Host-device='))
  return line?.split(';', 1)[0] ?? ''
}
