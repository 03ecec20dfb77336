import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { identities, oneTimeTokens, sessions, users } from '#db/schema.ts'
import { contract } from '#main/contract.ts'
import type { Endpoint } from '#shared/contract.ts'
import { apiBase } from '#shared/paths.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { startSimulator } from '#simulator/simulate.ts'
import { aSession, aUser } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { createGoogleVisitor, getGoogleEnv, owner } from '#test/fixtures/google-fixture.ts'
import { issueToken } from '../one-time-tokens.ts'
import { hashSecret } from '../secrets.ts'

const simulator = await startSimulator({ port: 0 })
afterAll(() => simulator.close())

const attacker = { email: 'attacker@example.com', name: 'Not The Owner', password: 'a trap laid early' }
const getStatusAndMessage = ({ status, body }: Reply) => [status, body?.message]

/** An attacker prepares an account for another user’s address before its owner logs in with Google. */
describe('accounts prepared for their owner', () => {
  const database = useDatabase()
  const app = useApp(database, { env: getGoogleEnv(simulator) })
  const visitor = createGoogleVisitor(app, simulator)

  const account = async (email = owner.email) =>
    (await database.db.select().from(users).where(eq(users.email, email)))[0]
  const register = (fields: object = {}) =>
    app().post('/users/createUser', { ...attacker, email: owner.email, ...fields })
  const ownerComes = async () => visitor.logIn({ credential: await visitor.credential() })
  const attackersGoogle = async () =>
    visitor.logIn({ email: attacker.email, credential: await visitor.credential(attacker) })

  beforeEach(async () => {
    expect((await register()).status).toBe(200)
  })

  test('classic federated merge: the owner gets the account, and the attacker’s password is gone', async () => {
    const before = await account()
    const reply = await ownerComes()
    const user = { id: before?.id, name: owner.name, email: owner.email, role: 'user' }
    expect([reply.status, reply.body?.user]).toEqual([200, expect.objectContaining(user)])
    expect(await account()).toMatchObject({
      passwordHash: null,
      verifiedAt: expect.any(Date),
      name: owner.name,
    })
    const login = await app().post('/auth/login', { email: owner.email, password: attacker.password })
    expect(getStatusAndMessage(login)).toEqual([401, 'Invalid username or password'])
    const linking = await visitor.logIn({
      email: owner.email,
      credential: await visitor.credential({ claims: { sub: '66' } }),
      password: attacker.password,
    })
    expect(getStatusAndMessage(linking)).toEqual([401, 'Invalid username or password'])
    expect((await ownerComes()).status).toBe(200)
  })

  test('removes the attacker’s password when Google gives no name', async () => {
    const credential = await visitor.credential({ claims: { name: 'x'.repeat(500) } })
    expect((await visitor.logIn({ credential })).status).toBe(200)
    expect(await account()).toMatchObject({ passwordHash: null, name: attacker.name })
  })

  test('unexpired session: ends every earlier session', async () => {
    const { id = '' } = { ...(await account()) }
    const { token, refreshToken } = await aSession(database.db, { id })
    const { body } = await ownerComes()
    const me = (authorization: unknown) => app().get('/users/me', { authorization: String(authorization) })
    expect([(await me(token)).status, (await me(body?.approvalToken)).status]).toEqual([401, 200])
    const cookie = { cookie: `refresh=${refreshToken}`, 'sec-fetch-site': 'same-origin' }
    expect((await app().post('/auth/refresh-token', {}, cookie)).status).toBe(401)
    expect(await database.db.$count(sessions)).toBe(1)
  })

  test('invalidates links that were emailed before', async () => {
    const { id: userId = '' } = { ...(await account()) }
    const verify = await issueToken(database.db, { purpose: 'verify', userId, lifetimeMs: MINUTE_MS })
    const boundTo = hashSecret('') // as if made for the account that has no password any more
    const reset = await issueToken(database.db, { purpose: 'reset', userId, boundTo, lifetimeMs: MINUTE_MS })
    expect((await ownerComes()).status).toBe(200)
    const tried = await app().post(`/users/verifyEmail?token=${verify}`, {})
    expect(getStatusAndMessage(tried)).toEqual([400, 'Invalid reset link.'])
    const newPassword = attacker.password
    const set = await app().post('/auth/resetPassword', { id: userId, newPassword, token: reset })
    expect(getStatusAndMessage(set)).toEqual([400, 'Invalid reset link.'])
    expect(await database.db.$count(oneTimeTokens, eq(oneTimeTokens.userId, userId))).toBe(0)
  })

  test('trojan identity: only the owner’s identity opens the account', async () => {
    await database.db.delete(users)
    const credential = await visitor.credential(attacker)
    expect((await register({ credential })).status).toBe(200)
    expect(await database.db.$count(identities)).toBe(0)
    expect(getStatusAndMessage(await visitor.logIn({ credential }))).toEqual([
      401,
      'Google sign-in could not be verified.',
    ])
    // Had it got in nevertheless, the owner's arrival would end it.
    const { id: userId = '' } = { ...(await account()) }
    const { sub: subject } = await visitor.claims(attacker)
    await database.db.insert(identities).values({ issuer: visitor.issuer, subject, userId })
    await database.db.insert(identities).values({ issuer: 'https://issuer.example', subject, userId })
    expect((await ownerComes()).status).toBe(200)
    expect(await database.db.select().from(identities)).toMatchObject([{ userId, issuer: visitor.issuer }])
    expect((await attackersGoogle()).status).toBe(404)
  })

  test('an unverified address from the provider changes nothing', async () => {
    const before = await account()
    for (const email_verified of [false, undefined, 'true', 1]) {
      const reply = await visitor.logIn({
        credential: await visitor.credential({ claims: { email_verified } }),
      })
      expect(getStatusAndMessage(reply)).toEqual([401, 'Google sign-in could not be verified.'])
    }
    expect(await account()).toEqual(before)
    expect(await database.db.$count(identities)).toBe(0)
  })

  test('unexpired email change: no call changes an account’s address', async () => {
    await database.db.delete(users)
    const { id } = await aUser(database.db, { email: attacker.email })
    const calls: [string, Endpoint][] = Object.entries(contract)
    const writing = calls.filter(([, { method }]) => method !== 'GET')
    const requestedChange = {
      email: owner.email,
      newEmail: owner.email,
      id,
      userId: id,
      user_id: id,
      name: owner.name,
    }
    for (const role of ['user', 'admin'] as const) {
      for (const [, { method, path }] of writing) {
        await database.db.update(users).set({ role }).where(eq(users.id, id))
        const { token } = await aSession(database.db, { id })
        const headers = { authorization: token, 'content-type': 'application/json' }
        const more = { password: attacker.password, newPassword: attacker.password, role, status: 'active' }
        await app().send(`${apiBase}${path}?${new URLSearchParams(requestedChange)}`, {
          method,
          headers,
          body: JSON.stringify({ ...requestedChange, ...more, oldPassword: attacker.password, token }),
        })
      }
    }
    const [now] = await database.db.select().from(users).where(eq(users.id, id))
    expect(now).toMatchObject({ email: attacker.email, emailKey: attacker.email })
    expect(writing.length).toBeGreaterThan(10)
    const keys = writing.flatMap(([, { body, query }]) =>
      Object.keys({ ...Object(body).shape, ...query?.shape }),
    )
    // `byMail` says whether, not whereto.
    expect(keys.filter((key) => /mail/i.test(key) && key !== 'email' && key !== 'byMail')).toEqual([])
  })
})
