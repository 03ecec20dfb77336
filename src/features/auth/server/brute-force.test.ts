import { beforeEach, describe, expect, test } from 'vitest'
import { securityEvents } from '#db/schema.ts'
import { aSession, aUser, password, passwordHash } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { anApp, useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

type LoginBody = Record<string, string>

const wrong = 'Invalid username or password'
const tooMany = 'Too many attempts. Please try again later.'

let networks = 0

/** Where no test has come from before: who was refused is remembered for a moment. */
function createNetwork(): string {
  networks += 1
  return `198.51.${Math.floor(networks / 250)}.${networks % 250}`
}

/** How many answers had which status. */
function countStatuses(replies: Reply[]): Record<number, number> {
  return Object.fromEntries(
    [...new Set(replies.map(({ status }) => status))]
      .sort()
      .map((status) => [status, replies.filter((reply) => reply.status === status).length]),
  )
}

function repeatTimes<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

describe('guessing', () => {
  const database = useDatabase()
  const behindProxy = useApp(database, { env: { TRUST_PROXY: 'on' } })
  const direct = useApp(database)
  let email = ''
  let accounts = 0

  beforeEach(async () => {
    accounts += 1
    email = `lin-${accounts}@example.com`
    await aUser(database.db, { email, passwordHash })
  })

  function logIn(body: LoginBody, from = createNetwork(), headers: LoginBody = {}): Promise<Reply> {
    return behindProxy().post('/auth/login', body, { 'x-forwarded-for': from, ...headers })
  }

  function guesses(count: number, where: (at: number) => { account?: string; from?: string }) {
    return Promise.all(
      repeatTimes(count, (at) => {
        const { account = email, from } = where(at)
        return logIn({ email: account, password: `guess number ${at}` }, from)
      }),
    )
  }

  test('verifies 5 of 200 guesses at once for one account from one address', async () => {
    const from = createNetwork()
    const replies = await guesses(200, () => ({ from }))
    expect(countStatuses(replies)).toEqual({ 401: 5, 429: 195 })
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({ success: false, message: tooMany, code: 'TOO_MANY' })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(800)
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(900)
  })

  test('verifies 20 of 200 guesses for one account from 50 addresses', async () => {
    const networksUsed = repeatTimes(50, createNetwork)
    const replies = await guesses(200, (at) => ({ from: networksUsed[at % 50] ?? '' }))
    expect(countStatuses(replies)).toEqual({ 401: 20, 429: 180 })
  })

  test('verifies 10 of 100 guesses for 100 accounts from one address, existing or not', async () => {
    const from = createNetwork()
    const replies = await guesses(100, (at) => ({ from, account: `user-${at}-${email}` }))
    expect(countStatuses(replies)).toEqual({ 401: 10, 429: 90 })
  })

  test('rejects the correct password when the limit is reached', async () => {
    const from = createNetwork()
    await guesses(5, () => ({ from }))
    expect((await logIn({ email, password }, from)).status).toBe(429)
  })

  test('limits guesses for an unknown account in the same way, with the same response', async () => {
    const from = createNetwork()
    const seen = []
    for (const account of [email, `unknown-${email}`]) {
      const replies = await guesses(9, () => ({ from, account }))
      seen.push(replies.map(({ status, body }) => [status, body?.message, body?.code]).sort())
      expect(countStatuses(replies)).toEqual({ 401: 5, 429: 4 })
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]?.[0]).toEqual([401, wrong, 'WRONG_LOGIN'])
  })

  test('lets the owner log in from a known device while others guess, from any address', async () => {
    const home = createNetwork()
    const device = getDeviceCookie(await logIn({ email, password }, home))
    await guesses(60, () => ({ from: createNetwork() }))
    await guesses(9, () => ({ from: home }))
    expect((await logIn({ email, password }, createNetwork())).status).toBe(429)
    for (const from of [home, createNetwork()]) {
      expect((await logIn({ email, password }, from, { cookie: device })).status).toBe(200)
    }
  })

  test('accepts the device cookie for its own account only, and no guessed one', async () => {
    const other = `mei-${accounts}@example.com`
    await aUser(database.db, { email: other, passwordHash })
    const device = getDeviceCookie(await logIn({ email: other, password }))
    await guesses(60, () => ({ from: createNetwork() }))
    for (const cookie of [device, 'device=', 'device=a.b', `device=${'x'.repeat(60)}`, `${device}x`]) {
      expect((await logIn({ email, password }, createNetwork(), { cookie })).status).toBe(429)
    }
  })

  test('does not count correct passwords: 30 logins at once from one address succeed', async () => {
    const from = createNetwork()
    const replies = await Promise.all(repeatTimes(30, () => logIn({ email, password }, from)))
    expect(countStatuses(replies)).toEqual({ 200: 30 })
  })

  test('keeps the counts after a restart', async () => {
    const from = createNetwork()
    await guesses(5, () => ({ from }))
    const restarted = await anApp({ database, env: { TRUST_PROXY: 'on' } })
    const reply = await restarted.post('/auth/login', { email, password }, { 'x-forwarded-for': from })
    await restarted.close()
    expect(reply.status).toBe(429)
  })

  test('records one security event when a limit is reached, however many requests are rejected', async () => {
    const from = createNetwork()
    await guesses(100, () => ({ from }))
    await behindProxy().features.securityLog.flush()
    const events = await database.db.select().from(securityEvents)
    const hits = events.filter(({ type }) => type === 'limit-hit')
    expect(hits).toMatchObject([{ details: { rule: 'login-account-network' }, count: 1 }])
  })

  test.each<[string, (at: number) => { body?: LoginBody; path?: string; headers?: LoginBody }]>([
    ['the case of the address', (at) => ({ body: { email: at % 2 ? email.toUpperCase() : email } })],
    ['blanks around the address', (at) => ({ body: { email: `${' '.repeat(at)}${email}\t` } })],
    ['more in the body', (at) => ({ body: { email, attempt: String(at) } })],
    ['noise in the query', (at) => ({ path: `/auth/login?x=${at}` })],
    ['another program', (at) => ({ headers: { 'user-agent': `Browser ${at}` } })],
    ['another device', (at) => ({ headers: { cookie: `device=${at}.${'x'.repeat(43)}` } })],
    ['a token that is none', (at) => ({ headers: { authorization: `token-${at}` } })],
    [
      'headers that only proxies may send, in front of the proxy’s own',
      (at) => ({ headers: { 'x-forwarded-for': `192.0.2.${at}, 198.51.100.250` } }),
    ],
    [
      'other names for such headers',
      (at) => ({
        headers: {
          'x-real-ip': `192.0.2.${at}`,
          forwarded: `for=192.0.2.${at}`,
          'x-client-ip': `192.0.2.${at}`,
          'cf-connecting-ip': `192.0.2.${at}`,
        },
      }),
    ],
  ])('does not let %s evade the limit', async (_how, vary) => {
    const from = createNetwork()
    const replies = await Promise.all(
      repeatTimes(20, (at) => {
        const { body, path = '/auth/login', headers } = vary(at)
        const sent = { email, password: `guess number ${at}`, ...body }
        return behindProxy().post(path, sent, { 'x-forwarded-for': from, ...headers })
      }),
    )
    expect(countStatuses(replies)).toEqual({ 401: 5, 429: 15 })
  })

  test('returns 404 for other spellings of the path', async () => {
    const sent = { email, password: 'guess' }
    for (const path of ['/AUTH/login', '/auth/LOGIN', '/auth/login/', '//auth/login', '/auth/./login']) {
      expect((await behindProxy().post(path, sent)).status).toBe(404)
    }
  })

  test('treats addresses in one IPv6 /64 as one network', async () => {
    const replies = await guesses(50, (at) => ({ from: `2001:db8:${accounts}:2::${at.toString(16)}` }))
    expect(countStatuses(replies)).toEqual({ 401: 5, 429: 45 })
    const next = await guesses(1, () => ({ from: `2001:db8:${accounts}:3::1` }))
    expect(countStatuses(next)).toEqual({ 401: 1 })
  })

  test('ignores claimed addresses without a trusted proxy', async () => {
    const replies = await Promise.all(
      repeatTimes(30, (at) =>
        direct().post(
          '/auth/login',
          { email, password: `guess ${at}` },
          { 'x-forwarded-for': createNetwork(), 'x-real-ip': createNetwork() },
        ),
      ),
    )
    expect(countStatuses(replies)).toEqual({ 401: 5, 429: 25 })
  })

  test('allows ten wrong old passwords in ten minutes when changing the password', async () => {
    const user = await aUser(database.db, { email: `owner-${email}`, passwordHash })
    const { token } = await aSession(database.db, user)
    const another = await aSession(database.db, user)
    const replies = await Promise.all(
      repeatTimes(30, (at) =>
        behindProxy().post(
          '/auth/changePassword',
          { oldPassword: `guess ${at}`, newPassword: 'a heron on the quay' },
          { 'x-forwarded-for': createNetwork(), authorization: at % 2 ? token : another.token },
        ),
      ),
    )
    expect(countStatuses(replies)).toEqual({ 400: 10, 429: 20 })
    expect(replies.find(({ status }) => status === 400)?.body?.message).toBe('Current password is incorrect')
  })

  test.each([
    ['/auth/forgetPassword', 'Please check your mail!'],
    ['/users/requestVerificationEmail', 'Verification email resent. Check your inbox.'],
  ])('%s allows five emails in 30 minutes, with or without an account', async (path, sentence) => {
    for (const account of [email, `unknown-${email}`]) {
      const from = createNetwork()
      const replies = await Promise.all(
        repeatTimes(12, (at) =>
          behindProxy().post(
            path,
            { email: at % 2 ? account.toUpperCase() : ` ${account}` },
            { 'x-forwarded-for': from },
          ),
        ),
      )
      expect(countStatuses(replies)).toEqual({ 200: 5, 429: 7 })
      expect(replies.find(({ status }) => status === 200)?.body?.message).toBe(sentence)
      const refused = replies.find(({ status }) => status === 429)
      expect(refused?.body?.message).toBe(tooMany)
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(1700)
      const elsewhere = { 'x-forwarded-for': createNetwork() } // a stranger must not keep the owner from it
      expect((await behindProxy().post(path, { email: account }, elsewhere)).status).toBe(200)
    }
  })

  test.each([
    ['/auth/forgetPassword', 25, (at: number) => ({ email: `mail-${at}@example.com` })],
    ['/users/requestVerificationEmail', 25, (at: number) => ({ email: `mail-${at}@example.com` })],
    ['/users/createUser', 25, () => ({ name: 'Lin', email: 'new@example.com', password: 'short' })],
    ['/users/verifyEmail', 60, (at: number) => ({ token: `token-${at}` })],
    ['/auth/unlock', 60, (at: number) => ({ token: `token-${at}` })],
    [
      '/auth/resetPassword',
      60,
      (at: number) => ({ id: 'x', token: `token-${at}`, newPassword: 'heron, quay' }),
    ],
    ['/auth/refresh-token', 300, () => ({})],
    ['/auth/google-nonce', 60, () => ({})],
    [
      '/auth/setup',
      25,
      (at: number) => ({
        token: `token-${at}`,
        name: 'Lin',
        email: 'lin@example.com',
        password: 'heron, quay',
      }),
    ],
  ])('%s allows a network %d requests in five minutes, successful or not', async (path, most, sent) => {
    const from = createNetwork()
    const replies = await Promise.all(
      repeatTimes(most + 10, (at) => behindProxy().post(path, sent(at), { 'x-forwarded-for': from })),
    )
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await behindProxy().post(path, sent(0), { 'x-forwarded-for': createNetwork() })).status).not.toBe(
      429,
    )
  })
})

/** The mark of a device as a browser sends it back. */
function getDeviceCookie({ status, headers }: Reply): string {
  expect(status).toBe(200)
  const line = headers['set-cookie']?.find((cookie) => cookie.startsWith('device='))
  return line?.split(';', 1)[0] ?? ''
}
