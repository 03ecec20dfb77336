import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { identities, securityEvents, sessions, users } from '#db/schema.ts'
import { startSimulator } from '#simulator/simulate.ts'
import { aUser, password, passwordHash } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { createGoogleVisitor, getGoogleEnv, owner } from '#test/fixtures/google-fixture.ts'
import { MailBox } from '#test/mail-box.ts'

const simulator = await startSimulator({ port: 0 })
const box = await new MailBox().open()
afterAll(() => Promise.all([simulator.close(), box.close()]))

const gmail = 'owner@gmail.com'
const getOutcome = ({ status, body }: Reply) => [status, body?.code, body?.message]
const refused = [401, 'GOOGLE_REFUSED', 'Google sign-in could not be verified.']
const passwordRequired = [
  403,
  'PASSWORD_REQUIRED',
  'Enter your password once to connect your Google account.',
]

describe('sign-ins with Google', () => {
  const database = useDatabase()
  const app = useApp(database, { env: { ...getGoogleEnv(simulator), SMTP_URL: box.url } })
  const visitor = createGoogleVisitor(app, simulator)

  const signIn = async (making: Parameters<typeof visitor.credential>[0] = {}, sent: object = {}) =>
    visitor.logIn({
      email: making.email ?? owner.email,
      credential: await visitor.credential(making),
      ...sent,
    })
  const account = async (email = owner.email) =>
    (await database.db.select().from(users).where(eq(users.email, email)))[0]
  const linked = () => database.db.select().from(identities)
  const events = async () => {
    await app().features.securityLog.flush()
    return (await database.db.select().from(securityEvents)).map(({ type }) => type).toSorted()
  }
  const create = (fields: object = {}) =>
    app().post('/users/createUser', { name: 'Ann Lee', email: owner.email, password, ...fields })

  test('a user without an account gets an error code, and nothing is stored', async () => {
    expect(getOutcome(await signIn())).toEqual([
      404,
      'ACCOUNT_NOT_FOUND',
      'There is no account with this email yet.',
    ])
    expect([await account(), await linked(), await events()]).toEqual([undefined, [], []])
  })

  test('a registration with a credential is verified and linked, and the credential logs in once', async () => {
    const credential = await visitor.credential()
    expect((await visitor.logIn({ credential })).status).toBe(404)
    expect(getOutcome(await create({ credential }))).toEqual([
      200,
      undefined,
      'Account Created Successfullt!',
    ])
    expect(await account()).toMatchObject({ name: 'Ann Lee', verifiedAt: expect.any(Date), role: 'user' })
    const first = await visitor.logIn({ credential })
    expect([first.status, first.body?.user]).toEqual([200, expect.objectContaining({ name: 'Ann Lee' })])
    expect(getOutcome(await visitor.logIn({ credential }))).toEqual(refused)
    expect((await app().post('/auth/login', { email: owner.email, password })).status).toBe(200)
    expect((await signIn()).status).toBe(200)
    expect(await events()).toEqual([
      'account-created',
      'google-linked',
      'login',
      'login',
      'login',
      'login-failed',
    ])
  })

  test.each([
    ['of another user', { email: 'stranger@example.org' }],
    ['that is forged', { isStranger: true }],
    ['whose address is not verified', { claims: { email_verified: false } }],
  ])('a registration with a credential %s is unverified', async (_what, making) => {
    const reply = await create({ credential: await visitor.credential(making) })
    expect(reply.status).toBe(200)
    expect(await account()).toMatchObject({ verifiedAt: null })
    expect(await linked()).toEqual([])
    const login = await app().post('/auth/login', { email: owner.email, password })
    expect(getOutcome(login)).toEqual([403, 'EMAIL_NOT_VERIFIED', 'User is not verified.'])
  })

  test('a credential does not create a second account for an address or an identity', async () => {
    const { id } = await aUser(database.db, { email: 'first@example.org' })
    const { sub } = await visitor.claims()
    await database.db.insert(identities).values({ issuer: visitor.issuer, subject: sub, userId: id })
    const emailExists = [409, 'EMAIL_EXISTS', 'An account with this email already exists.']
    expect(getOutcome(await create({ credential: await visitor.credential() }))).toEqual(emailExists)
    expect(await account()).toBeUndefined()
    await aUser(database.db, { email: owner.email })
    expect(getOutcome(await create({ credential: await visitor.credential() }))).toEqual(emailExists)
    expect(await linked()).toMatchObject([{ userId: id }])
  })

  test.each([
    ['an address of gmail.com', { email: gmail }],
    ['an address of a domain that Google runs', { email: owner.email, claims: { hd: 'example.org' } }],
  ])('links %s to its verified account at once, and emails the owner', async (_what, making) => {
    box.clear()
    const { id } = await aUser(database.db, { email: making.email, passwordHash, name: 'Ann Lee' })
    const reply = await signIn(making)
    expect([reply.status, reply.body?.user]).toEqual([200, expect.objectContaining({ id, name: 'Ann Lee' })])
    expect(await linked()).toMatchObject([{ userId: id, issuer: visitor.issuer }])
    expect(await events()).toEqual(['google-linked', 'login'])
    expect((await box.next(making.email)).subject).toMatch(/Google/)
    const byPassword = await app().post('/auth/login', { email: making.email, password })
    expect(byPassword.status).toBe(200)
  })

  test('requires the password of the verified account once for any other address', async () => {
    box.clear()
    await aUser(database.db, { email: owner.email, passwordHash })
    const credential = await visitor.credential()
    expect(getOutcome(await visitor.logIn({ credential }))).toEqual(passwordRequired)
    expect(await linked()).toEqual([])
    const wrong = await visitor.logIn({ credential, password: 'not this one' })
    expect(getOutcome(wrong)).toEqual([401, 'WRONG_LOGIN', 'Invalid username or password'])
    expect(await linked()).toEqual([])
    expect((await visitor.logIn({ credential, password })).status).toBe(200)
    expect((await signIn()).status).toBe(200)
    expect(await events()).toEqual(['google-linked', 'login', 'login', 'login-failed'])
    await box.next(owner.email)
  })

  test.each([
    ['a domain that ends like gmail.com', { email: 'owner@notgmail.com' }],
    ['a domain below gmail.com', { email: 'owner@mail.gmail.com' }],
    ['a domain with gmail.com in front', { email: 'owner@gmail.com.example.org' }],
    ['an empty name of a domain', { claims: { hd: '' } }],
    ['a domain that is no text', { claims: { hd: true } }],
  ])('does not treat %s as run by Google', async (_what, making) => {
    await aUser(database.db, { email: 'email' in making ? making.email : owner.email, passwordHash })
    expect(getOutcome(await signIn(making))).toEqual(passwordRequired)
    expect(await linked()).toEqual([])
  })

  test('an account without a password is not linked by any password', async () => {
    await aUser(database.db, { email: owner.email })
    expect(getOutcome(await signIn())).toEqual(passwordRequired)
    for (const guess of ['', 'null', password]) {
      const reply = await signIn({}, { password: guess })
      expect(getOutcome(reply)).toEqual([401, 'WRONG_LOGIN', 'Invalid username or password'])
    }
    expect(await linked()).toEqual([])
  })

  test('another subject with the same address needs the password, and replaces the former link', async () => {
    await aUser(database.db, { email: gmail, passwordHash })
    expect((await signIn({ email: gmail })).status).toBe(200)
    const [before] = await linked()
    const other = { email: gmail, claims: { sub: '77' } }
    expect(getOutcome(await signIn(other))).toEqual(passwordRequired)
    expect(await linked()).toEqual([before])
    expect((await signIn(other, { password })).status).toBe(200)
    expect(await linked()).toMatchObject([{ subject: '77' }])
    expect((await signIn(other)).status).toBe(200)
    expect(getOutcome(await signIn({ email: gmail }))).toEqual(passwordRequired)
  })

  test('an identity opens its account after the address has changed', async () => {
    const { id } = await aUser(database.db, { email: 'former@example.org' })
    const { sub } = await visitor.claims()
    await database.db.insert(identities).values({ issuer: visitor.issuer, subject: sub, userId: id })
    const reply = await signIn()
    expect([reply.status, reply.body?.user]).toEqual([200, expect.objectContaining({ id })])
  })

  test('the same subject of another issuer is another user', async () => {
    const { id } = await aUser(database.db, { email: 'former@example.org' })
    const { sub } = await visitor.claims()
    const issuer = 'https://accounts.google.com'
    await database.db.insert(identities).values({ issuer, subject: sub, userId: id })
    expect((await signIn()).status).toBe(404)
  })

  test('rejects a blocked account, linked, verified or neither', async () => {
    const blocked = [403, 'ACCOUNT_BLOCKED', 'This account is blocked.']
    const { id } = await aUser(database.db, {
      email: gmail,
      status: 'blocked',
      verifiedAt: null,
      passwordHash,
    })
    expect(getOutcome(await signIn({ email: gmail }))).toEqual(blocked)
    await database.db.update(users).set({ verifiedAt: new Date() })
    expect(getOutcome(await signIn({ email: gmail }))).toEqual(blocked)
    expect(getOutcome(await signIn({ email: gmail }, { password }))).toEqual(blocked)
    const { sub } = await visitor.claims({ email: gmail })
    await database.db.insert(identities).values({ issuer: visitor.issuer, subject: sub, userId: id })
    expect(getOutcome(await signIn({ email: gmail }))).toEqual(blocked)
    expect(await account(gmail)).toMatchObject({ passwordHash })
    expect(await database.db.$count(sessions)).toBe(0)
  })

  test.each([
    ['an unverified account', { verifiedAt: null, passwordHash }],
    ['a verified account', { passwordHash }],
  ])('20 first logins at once to %s all succeed, and one links it', async (_what, fields) => {
    await aUser(database.db, { email: gmail, ...fields })
    const replies = await Promise.all(Array.from({ length: 20 }, () => signIn({ email: gmail })))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect([await database.db.$count(identities), await database.db.$count(sessions)]).toEqual([1, 20])
    expect((await events()).filter((type) => type === 'google-linked')).toHaveLength(1)
  })

  test('one of ten registrations at once with one credential creates the account', async () => {
    const credential = await visitor.credential()
    const replies = await Promise.all(Array.from({ length: 10 }, () => create({ credential })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect([await database.db.$count(users), await database.db.$count(identities)]).toEqual([1, 1])
    expect((await visitor.logIn({ credential })).status).toBe(200)
  })

  test('links one of two subjects that log in at once with one address', async () => {
    await aUser(database.db, { email: gmail, passwordHash })
    const replies = await Promise.all([
      signIn({ email: gmail, claims: { sub: '1' } }),
      signIn({ email: gmail, claims: { sub: '2' } }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect(await database.db.$count(identities)).toBe(1)
  })
})

describe('the password beside a credential', () => {
  const database = useDatabase()
  const app = useApp(database, { env: { ...getGoogleEnv(simulator), RATE_MULTIPLIER: '1' } })
  const visitor = createGoogleVisitor(app, simulator)

  test('has the same limits as an ordinary login', async () => {
    await aUser(database.db, { email: owner.email, passwordHash })
    const credential = await visitor.credential()
    for (const guess of ['a', 'b', 'c', 'd', 'e']) {
      expect((await visitor.logIn({ credential, password: guess })).status).toBe(401)
    }
    const tooMany = await visitor.logIn({ credential, password })
    expect([tooMany.status, tooMany.body?.message]).toEqual([
      429,
      'Too many attempts. Please try again later.',
    ])
    const byPassword = await app().post('/auth/login', { email: owner.email, password })
    expect(byPassword.status).toBe(429)
    expect(await database.db.$count(identities)).toBe(0)
  })
})
