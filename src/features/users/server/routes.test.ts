import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { securityEvents, sessions, users } from '#db/schema.ts'
import { aSession, aUser } from '#support/factories.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const admin = { authorization: tokens.admin }

describe('users over HTTP', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)

  const change = (query: string, body: unknown = {}, headers = admin) =>
    app().post(`/users/changeUserRoleOrStatus${query}`, body, headers)
  async function findRow(email: string) {
    const [row] = await database.db.select().from(users).where(eq(users.email, email))
    return row
  }
  async function events() {
    await app().features.securityLog.flush()
    const rows = await database.db
      .select()
      .from(securityEvents)
      .orderBy(asc(securityEvents.createdAt), asc(securityEvents.id))
    return rows.map(({ type, actorId, subjectId, details }) => ({ type, actorId, subjectId, details }))
  }
  async function adminId(): Promise<string> {
    const { body } = await app().get('/users/me', admin)
    return String(Object(body?.data).id)
  }

  describe('the logged-in user', () => {
    test('is returned from the database, with both ids', async () => {
      const user = await aUser(database.db, { name: 'Ruler', email: 'Kim@Example.com' })
      const { token } = await aSession(database.db, user)
      const mine = { id: user.id, _id: user.id, name: 'Ruler', email: 'Kim@Example.com', role: 'user' }
      const first = await app().get('/users/me', { authorization: token })
      expect(first.body).toEqual({ success: true, statusCode: 200, message: 'OK', data: mine })
      expect(first.headers['cache-control']).toBe('private, no-store')
      await database.db.update(users).set({ name: 'Renamed', role: 'admin' }).where(eq(users.id, user.id))
      const second = await app().get('/users/me', { authorization: token })
      expect(second.body?.data).toEqual({ ...mine, name: 'Renamed', role: 'admin' })
    })

    test('is unauthorized after the account is deleted', async () => {
      const user = await aUser(database.db)
      const { token } = await aSession(database.db, user)
      await database.db.delete(users).where(eq(users.id, user.id))
      const { status, body } = await app().get('/users/me', { authorization: token })
      expect(status).toBe(401)
      expect(body?.message).toBe('Unauthorized. Please log in.')
    })
  })

  describe('a change of role', () => {
    test('takes effect after a new login, with a message of name and role', async () => {
      const kim = await aUser(database.db, { name: 'Kim', email: 'kim@example.com' })
      const { token } = await aSession(database.db, kim)
      expect((await app().get('/users/getAllUser', { authorization: token })).status).toBe(403)
      const { status, body } = await change('?email=kim@example.com&role=admin')
      expect(status).toBe(200)
      expect(body?.message).toBe('Kim is now an admin.')
      expect(body?.data).toMatchObject({ id: kim.id, role: 'admin', status: 'active' })
      const { token: newToken } = await aSession(database.db, kim)
      expect((await app().get('/users/getAllUser', { authorization: newToken })).status).toBe(200)
      expect(await events()).toEqual([
        { type: 'access-denied', actorId: kim.id, subjectId: null, details: { call: 'getAllUser' } },
        {
          type: 'role-changed',
          actorId: await adminId(),
          subjectId: kim.id,
          details: { old: 'user', new: 'admin' },
        },
      ])
      expect((await app().get('/users/getAllUser', { authorization: token })).status).toBe(401)
    })

    test('ends every session of an admin who becomes a user', async () => {
      const kim = await aUser(database.db, { name: 'Kim', email: 'kim@example.com', role: 'admin' })
      const { token } = await aSession(database.db, kim)
      await aSession(database.db, kim)
      const { body } = await change('?email=kim@example.com&role=user')
      expect(body?.message).toBe('Kim is now a user.')
      expect((await app().get('/users/me', { authorization: token })).status).toBe(401)
      expect(await database.db.select().from(sessions).where(eq(sessions.userId, kim.id))).toEqual([])
      expect(await events()).toContainEqual({
        type: 'role-changed',
        actorId: await adminId(),
        subjectId: kim.id,
        details: { old: 'admin', new: 'user' },
      })
    })

    test('refuses to make an unverified account an admin', async () => {
      const target = await aUser(database.db, { email: 'new@example.com', verifiedAt: null })
      const query = new URLSearchParams({ email: target.email, role: 'admin' })
      const reply = await app().post(`/users/changeUserRoleOrStatus?${query}`, {}, admin)
      expect([reply.status, reply.body?.message]).toEqual([
        409,
        'This account has not verified its email yet.',
      ])
      const [stored] = await database.db.select().from(users).where(eq(users.id, target.id))
      expect(stored?.role).toBe('user')
    })

    test('to the current role succeeds and changes nothing', async () => {
      const kim = await aUser(database.db, { name: 'Kim', email: 'kim@example.com' })
      await aSession(database.db, kim)
      const { status, body } = await change('?email=kim@example.com&role=user&status=active')
      expect(status).toBe(200)
      expect(body?.message).toBe('Kim is now a user. Kim is now active.')
      expect(await findRow('kim@example.com')).toEqual(kim)
      expect(await database.db.select().from(sessions).where(eq(sessions.userId, kim.id))).toHaveLength(1)
      expect(await events()).toEqual([])
    })

    test.each([
      ['in the query', '?email=kim%2Bshop@example.com&role=admin', {}],
      ['with a bare plus, which comes as a space', '?email=kim+shop@example.com&role=admin', {}],
      ['with spaces around it and in capitals', '?email=%20KIM%2BShop@Example.com%20&role=admin', {}],
      ['in the body', '', { email: 'kim+shop@example.com', role: 'admin' }],
      ['in both, the same', '?email=kim+shop@example.com&role=admin', { email: 'kim+shop@example.com' }],
    ])('finds the account by its address %s', async (_how, query, body) => {
      await aUser(database.db, { email: 'kim+shop@example.com' })
      await aUser(database.db, { email: 'kim@example.com' })
      expect((await change(query, body)).status).toBe(200)
      expect((await findRow('kim+shop@example.com'))?.role).toBe('admin')
      expect((await findRow('kim@example.com'))?.role).toBe('user')
    })

    test.each([
      ['no account has it', 'unknown@example.com'],
      ['only part of it fits', 'kim'],
      ['it is a pattern', '%'],
      ['a letter only looks the same', '\u212aim@example.com'],
      ['it holds a NUL', 'kim@example.com\u0000'],
    ])('changes no account when %s', async (_why, email) => {
      await aUser(database.db, { email: 'kim@example.com' })
      const { status, body } = await change(`?email=${encodeURIComponent(email)}&role=admin`)
      expect(status).toBe(404)
      expect(body).toMatchObject({ message: 'There is no account with this email.', code: 'USER_NOT_FOUND' })
      expect((await findRow('kim@example.com'))?.role).toBe('user')
    })

    test.each([
      ['', {}, 'email is required.'],
      ['?role=admin', {}, 'email is required.'],
      ['?email=&role=admin', {}, 'email is required.'],
      ['?email=%20&role=admin', {}, 'email is required.'],
      ['?email=kim@example.com', {}, 'role or status is required.'],
      ['?email=kim@example.com&role=', {}, 'role or status is required.'],
      ['?email=kim@example.com&role=owner', {}, 'role must be one of: user, admin.'],
      ['?email=kim@example.com&role=Admin', {}, 'role must be one of: user, admin.'],
      ['?email=kim@example.com&role=user&role=admin', {}, 'role must be one of: user, admin.'],
      ['?email=kim@example.com&role=admin&email=b@example.com', {}, 'email may be given only once.'],
      ['?email=kim@example.com&role[]=admin', {}, 'role must be one of: user, admin.'],
      ['?email=kim@example.com&role=user', { role: 'admin' }, 'role may be given only once.'],
      ['?email=b@example.com&role=admin', { email: 'kim@example.com' }, 'email may be given only once.'],
      ['?email=kim@example.com&status=gone', {}, 'status must be one of: active, blocked.'],
      ['', { email: 'kim@example.com', role: ['admin'] }, 'role must be one of: user, admin.'],
      ['', { email: { $ne: '' }, role: 'admin' }, 'email must be text.'],
      ['', { email: 'kim@example.com', role: null }, 'role must be one of: user, admin.'],
    ])('%s %j is refused: %s', async (query, body, message) => {
      await aUser(database.db, { email: 'kim@example.com' })
      const reply = await change(query, body)
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({ message, errors: [{ message }] })
      expect((await findRow('kim@example.com'))?.role).toBe('user')
      expect(await events()).toEqual([])
    })

    test('ignores unknown body keys', async () => {
      const kim = await aUser(database.db, { email: 'kim@example.com' })
      const extra = {
        id: kim.id,
        _id: kim.id,
        name: 'Mallory',
        verifiedAt: null,
        passwordHash: 'x',
        isAdmin: true,
        createdAt: 0,
        __proto__: { status: 'blocked' },
      }
      const query = new URLSearchParams({
        email: 'kim@example.com',
        name: 'Mallory',
        isAdmin: 'true',
        id: 'x',
      })
      const { status } = await change(`?${query}`, { role: 'user', ...extra })
      expect(status).toBe(200)
      expect(await findRow('kim@example.com')).toEqual(kim)
    })
  })

  describe('a block', () => {
    test('ends all sessions and prevents new ones', async () => {
      const kim = await aUser(database.db, { name: 'Kim', email: 'kim@example.com' })
      const { token } = await aSession(database.db, kim)
      const { body } = await change('?email=kim@example.com&status=blocked')
      expect(body?.message).toBe('Kim is now blocked.')
      expect((await app().get('/users/me', { authorization: token })).status).toBe(401)
      expect((await change('?email=kim@example.com&status=active')).status).toBe(200)
      expect((await app().get('/users/me', { authorization: token })).status).toBe(401)
      const actorId = await adminId()
      const about = { type: 'status-changed', actorId, subjectId: kim.id }
      const changes = (await events()).filter(({ type }) => type === 'status-changed')
      expect(changes).toEqual([
        { ...about, details: { old: 'active', new: 'blocked' } },
        { ...about, details: { old: 'blocked', new: 'active' } },
      ])
    })

    test('together with a role change records both events', async () => {
      await aUser(database.db, { name: 'Kim', email: 'kim@example.com' })
      const { body } = await change('', { email: 'kim@example.com', role: 'admin', status: 'blocked' })
      expect(body?.message).toBe('Kim is now an admin. Kim is now blocked.')
      expect((await events()).map(({ type }) => type)).toEqual(['role-changed', 'status-changed'])
    })
  })

  describe('ending the sessions of an account', () => {
    const endSessions = (query: string, headers = admin) =>
      app().post(`/users/endSessions${query}`, undefined, headers)

    test('ends all of them, including refresh tokens, and no other account’s', async () => {
      const kim = await aUser(database.db, { email: 'kim+1@example.com' })
      const { token } = await aSession(database.db, kim)
      const { refreshToken } = await aSession(database.db, kim)
      const { status, body } = await endSessions('?email=kim+1@example.com')
      expect(status).toBe(200)
      expect(body).toMatchObject({ message: 'All sessions ended.', data: null })
      expect((await app().get('/users/me', { authorization: token })).status).toBe(401)
      const cookie = { cookie: `refresh=${refreshToken}`, 'sec-fetch-site': 'same-origin' }
      expect((await app().post('/auth/refresh-token', {}, cookie)).status).toBe(401)
      expect((await app().get('/users/me', admin)).status).toBe(200)
      expect((await events()).filter(({ type }) => type === 'sessions-ended')).toEqual([
        { type: 'sessions-ended', actorId: await adminId(), subjectId: kim.id, details: { count: '2' } },
      ])
    })

    test('returns 404 for an unknown address, 400 for none', async () => {
      expect((await endSessions('?email=unknown@example.com')).status).toBe(404)
      const { status, body } = await endSessions('')
      expect(status).toBe(400)
      expect(body?.message).toBe('email is required.')
      expect(await events()).toEqual([])
    })
  })

  test.each([
    '/users/changeUserRoleOrStatus?email=a@example.com&role=admin',
    '/users/endSessions?email=a@example.com',
  ])('denies a user %s and records an event', async (path) => {
    const before = await aUser(database.db, { email: 'a@example.com' })
    await aSession(database.db, before)
    const { status, body } = await app().post(path, {}, { authorization: tokens.user })
    expect(status).toBe(403)
    expect(body?.message).toBe('You do not have permission to do this.')
    expect(await findRow('a@example.com')).toEqual(before)
    expect(await database.db.select().from(sessions).where(eq(sessions.userId, before.id))).toHaveLength(1)
    await expect.poll(async () => (await events()).map(({ type }) => type)).toEqual(['access-denied'])
  })
})
