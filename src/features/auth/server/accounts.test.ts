import { describe, expect, test } from 'vitest'
import { securityEvents, users } from '#db/schema.ts'
import { aSession, aUser, password, passwordHash } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const account = { name: 'Ann Lee', email: 'Ann@Example.com', password: 'a quiet river 9' }

describe('accounts', () => {
  const database = useDatabase()
  const app = useApp(database, { env: { RATE_MULTIPLIER: '1000' } })

  const create = (fields: object = {}) => app().post('/users/createUser', { ...account, ...fields })
  const login = (body: object) => app().post('/auth/login', body)
  const stored = async () => (await database.db.select().from(users))[0]

  test('creates an unverified user and keeps the address as typed', async () => {
    const { status, body } = await create()
    expect([status, body?.message, body?.data]).toEqual([200, 'Account Created Successfullt!', null])
    expect(await stored()).toMatchObject({
      name: 'Ann Lee',
      email: 'Ann@Example.com',
      role: 'user',
      status: 'active',
      verifiedAt: null,
      passwordHash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    })
  })

  test.each([
    [{ name: undefined }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ name: 'a\u202eb' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ name: ['Ann'] }, 'name'],
    [{ email: undefined }, 'email'],
    [{ email: 'ann' }, 'email'],
    [{ email: 'ann@example' }, 'email'],
    [{ email: 'ann@example.com\r\nBcc: x@example.com' }, 'email'],
    [{ email: 'ann@exämple.com' }, 'email'],
    [{ email: '\u212aann@example.com' }, 'email'],
    [{ email: `${'a'.repeat(250)}@example.com` }, 'email'],
    [{ email: { $ne: null } }, 'email'],
    [{ password: undefined }, 'password'],
    [{ password: 123456 }, 'password'],
    [{ password: '\ud800-half-a-character' }, 'password'],
  ])('rejects %j and names the field', async (fields, field) => {
    const { status, body } = await create(fields)
    const named = expect.arrayContaining([expect.objectContaining({ field })])
    expect([status, body?.errors]).toEqual([400, named])
    expect(await stored()).toBeUndefined()
  })

  test('rejects an address that has an account, ignoring case, and changes nothing', async () => {
    await create()
    const before = await stored()
    for (const email of ['ann@example.com', 'ANN@EXAMPLE.COM', ' Ann@example.com ']) {
      const { status, body } = await create({ email, name: 'Someone', password: 'another river 10' })
      expect([status, body?.code, body?.message]).toEqual([
        409,
        'EMAIL_EXISTS',
        'An account with this email already exists.',
      ])
    }
    expect(await stored()).toEqual(before)
  })

  test('creates one account when 50 registrations use one address at once', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => create()))
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBe(1)
    expect(statuses.every((status) => [200, 409, 503].includes(status))).toBe(true)
    expect(await database.db.$count(users)).toBe(1)
  })

  test('reveals that an account is unverified only after the correct password', async () => {
    await create()
    const wrong = await login({ email: account.email, password: 'not this one' })
    expect([wrong.status, wrong.body?.message]).toEqual([401, 'Invalid username or password'])
    const right = await login({ email: account.email, password: account.password })
    expect([right.status, right.body?.code, right.body?.message]).toEqual([
      403,
      'EMAIL_NOT_VERIFIED',
      'User is not verified.',
    ])
  })

  test('reveals that an account is blocked only after the correct password', async () => {
    await aUser(database.db, { email: 'bob@example.com', passwordHash, status: 'blocked' })
    expect((await login({ email: 'bob@example.com', password: 'not this one' })).status).toBe(401)
    const right = await login({ email: 'bob@example.com', password })
    expect([right.status, right.body?.code]).toEqual([403, 'ACCOUNT_BLOCKED'])
  })

  test('records every failed login once, with the reason and without the typed values', async () => {
    await create()
    await aUser(database.db, { email: 'bob@example.com', passwordHash, status: 'blocked' })
    await login({ email: account.email, password: account.password })
    await login({ email: 'bob@example.com', password })
    await login({ email: 'unknown@example.com', password })
    await login({ email: 'bob@example.com', method: 'google', credential: 'a.b.c' })
    await app().features.securityLog.flush()
    const events = await database.db.select().from(securityEvents)
    const failed = events.filter(({ type }) => type === 'login-failed').map(({ details }) => details)
    expect(failed.map(({ code }) => code).toSorted()).toEqual([
      'ACCOUNT_BLOCKED',
      'EMAIL_NOT_VERIFIED',
      'GOOGLE_REFUSED',
      'WRONG_LOGIN',
    ])
    expect(JSON.stringify(events)).not.toMatch(/@example|river|horse/)
  })

  test.each([{ email: 'bob@example.com' }, { email: 'bob@example.com', password: '' }])(
    'returns 400 when the login is incomplete: %j',
    async (loginBody) => {
      const { status, body } = await login(loginBody)
      expect([status, body?.message]).toEqual([400, 'Please fill in all fields'])
    },
  )

  test('changing the password ends all sessions; only the new password logs in', async () => {
    const user = await aUser(database.db, { email: 'bob@example.com', passwordHash })
    const [here, elsewhere] = [await aSession(database.db, user), await aSession(database.db, user)]
    const change = (body: object) =>
      app().post(
        '/auth/changePassword',
        { oldPassword: password, newPassword: 'a quiet river 9', ...body },
        { authorization: here.token },
      )
    const wrong = await change({ oldPassword: 'not this one' })
    expect([wrong.status, wrong.body?.message]).toEqual([400, 'Current password is incorrect'])
    const short = await change({ newPassword: 'short' })
    expect([short.status, short.body?.message]).toEqual([400, 'Password must be at least 6 characters long'])
    const right = await change({})
    expect([right.status, right.body?.message]).toEqual([200, 'Password updated successfully!'])
    expect(right.headers['set-cookie']).toEqual([expect.stringMatching(/^refresh=; Max-Age=0/)])
    for (const { token } of [here, elsewhere])
      expect((await app().get('/users/me', { authorization: token })).status).toBe(401)
    expect((await login({ email: 'bob@example.com', password })).status).toBe(401)
    expect((await login({ email: 'bob@example.com', password: 'a quiet river 9' })).status).toBe(200)
  })
})

describe('private registration', () => {
  const database = useDatabase()
  const app = useApp(database, { env: { REGISTRATION_PRIVACY: 'uniform', RATE_MULTIPLIER: '1000' } })

  test('sends the same response whether or not the address has an account', async () => {
    const first = await app().post('/users/createUser', account)
    const second = await app().post('/users/createUser', { ...account, password: 'another river 10' })
    expect([second.status, second.text]).toEqual([first.status, first.text])
    expect(await database.db.$count(users)).toBe(1)
  })

  test('a login with the own password does not reveal whether the address was free', async () => {
    await aUser(database.db, { email: 'taken@example.com', passwordHash })
    const responses = []
    for (const email of ['taken@example.com', 'free@example.com']) {
      await app().post('/users/createUser', { ...account, email })
      const { status, body } = await app().post('/auth/login', { email, password: account.password })
      responses.push([status, body?.code, body?.message])
    }
    expect(responses[1]).toEqual(responses[0])
  })
})
