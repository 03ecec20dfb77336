import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accessTokens, refreshTokens, securityEvents, sessions, users } from '#db/schema.ts'
import { apiBase } from '#shared/paths.ts'
import { aSession, aUser, password, passwordHash } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { hashSecret } from './secrets.ts'

const fromOwnPage = { 'sec-fetch-site': 'same-origin' }

/** The refresh token that an answer sets, or undefined. */
function findNewCookie({ headers }: Reply): string | undefined {
  const line = headers['set-cookie']?.find((one) => /^(__Host-)?refresh=/.test(one))
  return line?.match(/=([^;]*)/)?.[1]
}

describe('sessions', () => {
  const database = useDatabase()
  const app = useApp(database, { env: { RATE_MULTIPLIER: '1000' } })

  const refresh = (token: string | undefined, headers: Record<string, string> = fromOwnPage) =>
    app().post('/auth/refresh-token', {}, { ...(token && { cookie: `refresh=${token}` }), ...headers })
  const me = (authorization: unknown) => app().get('/users/me', { authorization: String(authorization) })
  const aLogin = async () => {
    const user = await aUser(database.db, { email: 'ann@example.com', passwordHash })
    return { user, ...(await aSession(database.db, user)) }
  }
  /** Moves the moment when a token was replaced into the past. */
  const age = (token: string) =>
    database.db
      .update(refreshTokens)
      .set({ replacedAt: sql`${refreshTokens.replacedAt} - interval '11 seconds'` })
      .where(eq(refreshTokens.hash, hashSecret(token)))
  async function expectDead(...accesses: unknown[]): Promise<void> {
    for (const access of accesses) {
      const { status, body } = await me(access)
      expect([status, body?.message]).toEqual([401, 'Unauthorized. Please log in.'])
    }
    expect(await database.db.$count(sessions)).toBe(0)
  }

  test('a login returns both tokens, and the access token gives access to guarded calls', async () => {
    await aUser(database.db, { email: 'ann@example.com', name: 'Ann', passwordHash })
    const reply = await app().post('/auth/login', { email: 'Ann@Example.com', password })
    expect(reply.status).toBe(200)
    const user = { id: expect.any(String), _id: expect.any(String), name: 'Ann', email: 'ann@example.com' }
    const data = { approvalToken: expect.stringMatching(/^[\w-]{43}$/), user: { ...user, role: 'user' } }
    expect(reply.body).toMatchObject({ ...data, data })
    expect((await me(reply.body?.approvalToken)).body?.data).toEqual({ ...user, role: 'user' })
  })

  test('the cookies are HttpOnly and SameSite=Strict', async () => {
    await aUser(database.db, { email: 'ann@example.com', passwordHash })
    const { headers } = await app().post('/auth/login', { email: 'ann@example.com', password })
    expect(headers['set-cookie']?.map((line) => line.replace(/=[^;]+/, ''))).toEqual([
      'refresh; Max-Age=1209600; Path=/; HttpOnly; SameSite=Strict',
      'device; Max-Age=31536000; Path=/; HttpOnly; SameSite=Strict',
    ])
  })

  test('stores no token in plain text', async () => {
    const { token, refreshToken } = await aLogin()
    const { rows } = await database.db.execute(
      sql`select t::text from ${accessTokens} t union all select r::text from ${refreshTokens} r`,
    )
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(refreshToken)
  })

  test('accepts a token raw or after Bearer', async () => {
    const { token } = await aLogin()
    for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`])
      expect((await me(authorization)).status).toBe(200)
    for (const authorization of [
      `Basic ${token}`,
      `${token}, ${token}`,
      `Token ${token}`,
      `${token} `.repeat(2),
    ])
      expect((await me(authorization)).status).toBe(401)
  })

  test('a refresh returns new tokens, and the old access token stays valid', async () => {
    const { user, token, refreshToken } = await aLogin()
    const reply = await refresh(refreshToken)
    expect(reply.body).toMatchObject({ approvalToken: expect.any(String), message: 'OK' })
    expect(reply.body?.data).toEqual({ approvalToken: reply.body?.approvalToken, userId: user.id })
    expect(findNewCookie(reply)).toMatch(/^[\w-]{43}$/)
    for (const access of [token, reply.body?.approvalToken]) expect((await me(access)).status).toBe(200)
  })

  test('100 refreshes at once with one cookie all get access to one session', async () => {
    const { user, refreshToken } = await aLogin()
    const replies = await Promise.all(Array.from({ length: 100 }, () => refresh(refreshToken)))
    expect(replies.map(({ status }) => status)).toEqual(Array(100).fill(200))
    expect(replies.filter((reply) => findNewCookie(reply) !== undefined).length).toBe(1)
    expect(await database.db.$count(sessions)).toBe(1)
    for (const { body } of replies) expect(body?.data).toMatchObject({ userId: user.id })
    for (const { body } of replies.slice(0, 5)) expect((await me(body?.approvalToken)).status).toBe(200)
  })

  test('rotates the old cookie again when a response was lost, and voids the lost token', async () => {
    const { refreshToken } = await aLogin()
    const lost = findNewCookie(await refresh(refreshToken))
    await age(refreshToken)
    const second = await refresh(refreshToken)
    expect([second.status, findNewCookie(second)]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)])
    expect((await refresh(findNewCookie(second))).status).toBe(200)
    expect((await refresh(lost)).status).toBe(401)
  })

  test('keeps the session after 50 lost responses in a row', async () => {
    const { refreshToken } = await aLogin()
    for (let round = 0; round < 50; round += 1) {
      expect((await refresh(refreshToken)).status).toBe(200)
      await age(refreshToken)
    }
    expect(await database.db.$count(sessions)).toBe(1)
  })

  test('ends the session when a token is used again after its successor', async () => {
    const { token, refreshToken } = await aLogin()
    const honest = await refresh(refreshToken)
    const next = await refresh(findNewCookie(honest))
    const thief = await refresh(refreshToken)
    expect([thief.status, thief.body?.message]).toEqual([401, 'Your session has ended. Please log in again.'])
    await expectDead(token, honest.body?.approvalToken, next.body?.approvalToken)
    expect((await refresh(findNewCookie(next))).status).toBe(401)
  })

  test('ends the session of both parties when a stolen token was used first', async () => {
    const { refreshToken } = await aLogin()
    const thief = await refresh(refreshToken)
    await age(refreshToken)
    const honest = await refresh(refreshToken)
    expect((await refresh(findNewCookie(thief))).status).toBe(401)
    await expectDead(thief.body?.approvalToken, honest.body?.approvalToken)
  })

  test('records the reuse of a token once', async () => {
    const { user, refreshToken } = await aLogin()
    await refresh(findNewCookie(await refresh(refreshToken)))
    await refresh(refreshToken)
    await refresh(refreshToken)
    const events = await database.db.select().from(securityEvents)
    expect(events.filter(({ type }) => type === 'refresh-reused')).toEqual([
      expect.objectContaining({ subjectId: user.id, ipAddress: '127.0.0.1', requestId: expect.any(String) }),
    ])
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling', { 'sec-fetch-site': 'same-site' }],
    ['a bookmark', { 'sec-fetch-site': 'none' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:4000' }],
    ['another scheme', { origin: 'https://localhost:3000' }],
    ['no origin', { origin: 'null' }],
    ['nowhere', {}],
  ])('rejects a refresh or a logout from %s and changes nothing', async (_where, headers) => {
    const { token, refreshToken } = await aLogin()
    for (const path of ['/auth/refresh-token', '/auth/logout']) {
      const reply = await app().post(path, {}, { cookie: `refresh=${refreshToken}`, ...headers })
      expect([reply.status, reply.body?.code]).toEqual([403, 'FORBIDDEN'])
      expect(reply.text.toLowerCase()).not.toContain('unauthorized')
    }
    expect((await me(token)).status).toBe(200)
    expect((await refresh(refreshToken)).status).toBe(200)
  })

  test('accepts an older browser by its Origin header', async () => {
    const { refreshToken } = await aLogin()
    expect((await refresh(refreshToken, { origin: 'http://localhost:3000' })).status).toBe(200)
  })

  test('accepts a refresh as JSON only, with an empty body or none', async () => {
    const { refreshToken } = await aLogin()
    const path = `${apiBase}/auth/refresh-token`
    const headers = { cookie: `refresh=${refreshToken}`, ...fromOwnPage }
    const send = (type: Record<string, string>, body?: string) =>
      app().send(path, {
        method: 'POST',
        headers: { ...headers, ...type },
        ...(body !== undefined && { body }),
      })
    expect((await send({ 'content-type': 'text/plain' }, '{}')).status).toBe(415)
    expect((await send({ 'content-type': 'application/x-www-form-urlencoded' }, 'a=1')).status).toBe(415)
    expect((await send({ 'content-type': 'application/json' }, '')).status).toBe(200)
    expect((await send({ 'content-type': 'application/json' })).status).toBe(200)
  })

  test.each([
    ['no cookie', undefined],
    ['a made-up cookie', 'x'.repeat(43)],
    ['an empty cookie', ''],
  ])('rejects a refresh with %s without the text that triggers a refresh', async (_what, token) => {
    const { status, text } = await refresh(token)
    expect([status, text.toLowerCase().includes('unauthorized')]).toEqual([401, false])
  })

  test.each([
    ['was not used for 14 days', { idleUntil: new Date(Date.now() - 1000) }],
    ['is 30 days old', { expiresAt: new Date(Date.now() - 1000) }],
  ])('rejects a session that %s', async (_what, end) => {
    const { refreshToken } = await aLogin()
    await database.db.update(sessions).set(end)
    expect((await refresh(refreshToken)).status).toBe(401)
  })

  test('rejects an access token that expired, or whose account is blocked or unverified', async () => {
    const { user, token } = await aLogin()
    await database.db.update(users).set({ status: 'blocked' }).where(eq(users.id, user.id))
    expect((await me(token)).status).toBe(401)
    await database.db.update(users).set({ status: 'active', verifiedAt: null })
    expect((await me(token)).status).toBe(401)
    await database.db.update(users).set({ verifiedAt: new Date() })
    expect((await me(token)).status).toBe(200)
    await database.db.update(accessTokens).set({ expiresAt: new Date() })
    expect((await me(token)).status).toBe(401)
  })

  test('a logout ends the session of the token and that of the cookie', async () => {
    const { token, refreshToken } = await aLogin()
    const reply = await app().post(
      '/auth/logout',
      {},
      { authorization: token, cookie: `refresh=${refreshToken}`, ...fromOwnPage },
    )
    expect([reply.status, findNewCookie(reply)]).toEqual([200, ''])
    await expectDead(token)
    expect((await refresh(refreshToken)).status).toBe(401)
  })

  test('a logout works with the cookie alone, with the token alone, and with neither', async () => {
    const { user, token, refreshToken } = await aLogin()
    const other = await aSession(database.db, user)
    const out = (headers: Record<string, string>) => app().post('/auth/logout', {}, headers)
    expect((await out({ cookie: `refresh=${refreshToken}`, ...fromOwnPage })).status).toBe(200)
    expect((await me(token)).status).toBe(401)
    expect((await me(other.token)).status).toBe(200)
    expect((await out({ authorization: other.token })).status).toBe(200)
    expect((await out({})).status).toBe(200)
    await expectDead(other.token)
  })

  test('keeps 100 sessions and deletes the least recently used one', async () => {
    const { user, id } = await aLogin()
    await database.db.update(sessions).set({ usedAt: new Date(0) })
    for (let login = 1; login < 100; login += 1) await aSession(database.db, user)
    const reply = await app().post('/auth/login', { email: user.email, password })
    expect(reply.status).toBe(200)
    const open = await database.db.select({ id: sessions.id }).from(sessions)
    expect([open.length, open.some((session) => session.id === id)]).toEqual([100, false])
  })

  test('lists a user’s own sessions, and ends one of them or all others', async () => {
    const { user, id, token } = await aLogin()
    const [second, third] = [await aSession(database.db, user), await aSession(database.db, user)]
    const stranger = await aSession(database.db, await aUser(database.db))
    const headers = { authorization: token }
    const listed = async () => {
      const { body } = await app().get('/auth/sessions', headers)
      return Array.isArray(body?.data) ? body.data : []
    }
    expect(await listed()).toHaveLength(3)
    expect((await listed()).filter(({ isCurrent }) => isCurrent).map((one) => one.id)).toEqual([id])
    const end = (query: string) =>
      app().send(`${apiBase}/auth/sessions${query}`, { method: 'DELETE', headers })
    expect((await end(`?session_id=${stranger.id}`)).status).toBe(404)
    expect((await me(stranger.token)).status).toBe(200)
    expect((await end(`?session_id=${second.id}`)).status).toBe(200)
    expect((await me(second.token)).status).toBe(401)
    for (const query of ['', '?others=false', '?session_id=1', `?session_id=${third.id}&others=true`])
      expect((await end(query)).status).toBe(400)
    expect((await end('?others=true')).status).toBe(200)
    expect((await me(third.token)).status).toBe(401)
    expect((await me(token)).status).toBe(200)
  })
})

describe('over https', () => {
  const database = useDatabase()
  const app = useApp(database, { env: { PUBLIC_URL: 'https://chopmark.example' } })

  test('the cookies have the __Host- prefix and Secure', async () => {
    await aUser(database.db, { email: 'ann@example.com', passwordHash })
    const { headers } = await app().post('/auth/login', { email: 'ann@example.com', password })
    expect(headers['set-cookie']?.map((line) => line.replace(/=[^;]+/, ''))).toEqual([
      '__Host-refresh; Max-Age=1209600; Path=/; HttpOnly; Secure; SameSite=Strict',
      '__Host-device; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Strict',
    ])
  })
})
