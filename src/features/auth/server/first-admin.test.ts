import { asc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { oneTimeTokens, securityEvents, sessions, users } from '#db/schema.ts'
import { HOUR_MS } from '#shared/time.ts'
import { aSession, aUser, passwordHash } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { issueToken } from './one-time-tokens.ts'

const publicUrl = 'https://shop.example'
const person = { name: 'Kim', email: 'Kim@Example.com', password: 'a dozen letters' }

describe('the first admin', () => {
  const database = useDatabase()
  const app = useApp(database, { env: { RATE_MULTIPLIER: '10' } })

  const firstAdmin = () => app().features.auth.firstAdmin
  const start = (account?: { email: string; password: string }) =>
    firstAdmin().prepare({ account, publicUrl })
  const setUp = (value: Record<string, unknown>) => app().post('/auth/setup', { ...person, ...value })
  const logIn = (email: string, password: string) => app().post('/auth/login', { email, password })

  async function startWithLink(): Promise<string> {
    const line = (await start()) ?? ''
    expect(line).toMatch(
      /^No admin yet\. Create one with this link \(works once, for 24 hours\):\n {2}https:\/\/shop\.example\/setup\?token=[\w-]{43}$/,
    )
    return line.slice(line.indexOf('=') + 1)
  }
  const admins = () => database.db.select().from(users).where(eq(users.role, 'admin'))
  const events = () =>
    database.db
      .select({ type: securityEvents.type, details: securityEvents.details })
      .from(securityEvents)
      .where(sql`type <> 'login'`)
      .orderBy(asc(securityEvents.createdAt), asc(securityEvents.id))

  describe('by the printed link', () => {
    test('is created with the chosen password and can log in', async () => {
      const { status, body } = await setUp({ token: await startWithLink() })
      expect(status).toBe(200)
      expect(body?.message).toBe('Account Created Successfullt!')
      expect(await admins()).toMatchObject([{ name: 'Kim', email: 'Kim@Example.com', status: 'active' }])
      const login = await logIn('kim@example.com', person.password)
      expect(login.body?.user).toMatchObject({ name: 'Kim', role: 'admin' })
      expect(await events()).toEqual([
        { type: 'account-created', details: { role: 'admin', by: 'set-up link' } },
      ])
      expect(await database.db.select().from(oneTimeTokens)).toEqual([])
    })

    test('works once', async () => {
      const token = await startWithLink()
      expect((await setUp({ token })).status).toBe(200)
      const again = await setUp({ token, email: 'second@example.com' })
      expect(again.status).toBe(400)
      expect(again.body?.message).toBe('Invalid reset link.')
      expect(await admins()).toHaveLength(1)
    })

    test('works once when it is used 50 times at once', async () => {
      const token = await startWithLink()
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, at) => setUp({ token, email: `p${at}@example.com` })),
      )
      const statuses = replies.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 400)])
      expect(await database.db.select().from(users)).toHaveLength(1)
    })

    test('is invalid after the next start', async () => {
      const old = await startWithLink()
      const token = await startWithLink()
      expect((await setUp({ token: old })).status).toBe(400)
      expect((await setUp({ token })).status).toBe(200)
    })

    test('is one when several processes start at once', async () => {
      await Promise.all([start(), start(), start()])
      expect(await database.db.select().from(oneTimeTokens)).toHaveLength(1)
    })

    test('expires after 24 hours', async () => {
      const token = await startWithLink()
      const [stored] = await database.db.select().from(oneTimeTokens)
      const life = Number(stored?.expiresAt) - Date.now()
      expect(Math.round(life / HOUR_MS)).toBe(24)
      await database.db.update(oneTimeTokens).set({ expiresAt: sql`now() - interval '1 second'` })
      expect((await setUp({ token })).status).toBe(400)
    })

    test('is invalid when there is another admin', async () => {
      const token = await startWithLink()
      await aUser(database.db, { role: 'admin' })
      const { status, body } = await setUp({ token })
      expect(status).toBe(400)
      expect(body?.message).toBe('Invalid reset link.')
      expect(await start()).toBeUndefined()
      expect(await database.db.select().from(oneTimeTokens)).toEqual([])
    })

    test.each([
      ['eleven char', 'Password must be at least 12 characters long'],
      ['1qaz2wsx3edc', 'This password is too common.'],
      ['', 'Password must be at least 12 characters long'],
    ])('stays valid when the password %j is rejected', async (password, message) => {
      const token = await startWithLink()
      const refused = await setUp({ token, password })
      expect(refused.status).toBe(400)
      expect(refused.body?.message).toBe(message)
      expect((await setUp({ token })).status).toBe(200)
    })

    test.each(['', 'x', 'x'.repeat(43)])('is rejected when its token is %j', async (token) => {
      await startWithLink()
      const { status, body } = await setUp({ token, password: 'x' })
      expect(status).toBe(400)
      expect(body?.message).toBe('Invalid reset link.')
    })

    test('does not accept an emailed token', async () => {
      await startWithLink()
      const { id: userId } = await aUser(database.db)
      for (const purpose of ['verify', 'reset'] as const) {
        const token = await issueToken(database.db, { purpose, userId, lifetimeMs: 60_000 })
        expect((await setUp({ token })).status).toBe(400)
      }
      expect(await admins()).toEqual([])
    })
  })

  describe('from an existing account', () => {
    test('gets the new password, and all its sessions end', async () => {
      const former = await aUser(database.db, {
        email: 'kim@example.com',
        name: 'Former Name',
        verifiedAt: null,
        status: 'blocked',
        passwordHash,
      })
      await aSession(database.db, former)
      await issueToken(database.db, { purpose: 'reset', userId: former.id, lifetimeMs: 60_000 })
      await firstAdmin().create({ email: 'KIM@example.com', password: person.password }, { by: 'command' })
      expect(await admins()).toMatchObject([
        { id: former.id, name: 'Former Name', status: 'active', role: 'admin' },
      ])
      expect(await database.db.select().from(sessions)).toEqual([])
      expect(await database.db.select().from(oneTimeTokens)).toEqual([])
      expect((await logIn('kim@example.com', person.password)).status).toBe(200)
      expect((await logIn('kim@example.com', 'correct horse 11')).status).toBe(401)
      const by = 'command'
      expect((await events()).filter(({ type }) => type !== 'login-failed')).toEqual([
        { type: 'role-changed', details: { old: 'user', new: 'admin', by } },
        { type: 'status-changed', details: { old: 'blocked', new: 'active', by } },
        { type: 'password-changed', details: { by } },
      ])
    })

    test('is created once when the command and a registration run at once', async () => {
      await Promise.all([
        firstAdmin().create(person, { by: 'command' }),
        app().post('/users/createUser', { ...person, password: 'the first comer' }),
        firstAdmin().create(person, { by: 'command' }),
      ])
      expect(await admins()).toHaveLength(1)
      expect((await logIn(person.email, person.password)).status).toBe(200)
    })
  })

  describe('from the environment', () => {
    const account = { email: 'boss@example.com', password: 'from the environment' }

    test('is created when there is no admin, and only then', async () => {
      expect(await start(account)).toBe('Created the first admin: the account of ADMIN_EMAIL.')
      expect((await logIn(account.email, account.password)).body?.user).toMatchObject({ role: 'admin' })
      const before = await admins()
      expect(await start({ ...account, password: 'another password' })).toBeUndefined()
      expect(await start({ ...account, email: 'other@example.com' })).toBeUndefined()
      expect(await admins()).toEqual(before)
    })

    test.each([
      ['short', 'Password must be at least 12 characters long'],
      ['1qaz2wsx3edc', 'This password is too common.'],
    ])('prevents the start when the password is %j', async (password, problem) => {
      await expect(start({ ...account, password })).rejects.toThrow(
        `The configuration is wrong. ADMIN_PASSWORD is invalid: ${problem}`,
      )
      expect(await database.db.select().from(users)).toEqual([])
    })

    test.each([
      ['blocked', { status: 'blocked' as const }],
      ['unverified', { verifiedAt: null }],
    ])('is created beside an admin who is %s and cannot log in', async (_what, fields) => {
      await aUser(database.db, { role: 'admin', ...fields })
      expect(await start(account)).toBeDefined()
      expect(await admins()).toHaveLength(2)
    })
  })
})
