import { exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { identities, oneTimeTokens, sessions, users } from '#db/schema.ts'
import { startSimulator } from '#simulator/simulate.ts'
import { aUser } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { useApp } from '#test/api.ts'
import { modes, useDatabase } from '#test/database.ts'
import { clientId, createGoogleVisitor, getGoogleEnv, owner } from '#test/fixtures/google-fixture.ts'
import { exportPublicKey } from './google-issuer.fake.ts'

const simulator = await startSimulator({ port: 0 })
afterAll(() => simulator.close())

type ClaimsChange = Record<string, unknown> | (() => Record<string, unknown>)
const resolveClaims = (claims: ClaimsChange) => (typeof claims === 'function' ? claims() : claims)
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const withoutBlanks = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe.each(modes)('ID tokens on %s', (mode) => {
  const database = useDatabase(mode)
  const app = useApp(database, { env: getGoogleEnv(simulator) })
  const visitor = createGoogleVisitor(app, simulator)

  /** The account that a good token opens, so that every refusal below is about the token. */
  beforeEach(async () => {
    const { id } = await aUser(database.db, { email: owner.email })
    const { sub } = await visitor.claims()
    await database.db.insert(identities).values({ issuer: visitor.issuer, subject: sub, userId: id })
    await database.db.delete(oneTimeTokens)
  })

  async function expectRefused(reply: Reply): Promise<void> {
    const { status, body, headers } = reply
    expect([status, body?.message]).toEqual([401, 'Google sign-in could not be verified.'])
    expect(headers['set-cookie']).toBeUndefined()
    expect(await database.db.$count(sessions)).toBe(0)
    expect(await database.db.$count(identities)).toBe(1)
  }
  function expectSignedIn({ status, body, headers }: Reply): void {
    expect([status, body?.message]).toEqual([200, 'Login successful!'])
    expect(body).toMatchObject({ approvalToken: expect.any(String), user: { email: owner.email } })
    expect(headers['set-cookie']?.[0]).toMatch(/^refresh=/)
  }

  test('the right one opens the session of its account', async () => {
    const reply = await visitor.logIn({ credential: await visitor.credential() })
    expectSignedIn(reply)
    const me = await app().get('/users/me', { authorization: String(reply.body?.approvalToken) })
    expect([me.status, me.body?.data]).toEqual([200, expect.objectContaining({ email: owner.email })])
  })

  test('the field may be called idToken', async () => {
    expectSignedIn(await visitor.logIn({ idToken: await visitor.credential() }))
  })

  test('the address may be written in other letters', async () => {
    const credential = await visitor.credential({ email: 'Owner@Example.org' })
    expectSignedIn(await visitor.logIn({ email: 'OWNER@example.ORG', credential }))
  })

  test.each<[string, ClaimsChange]>([
    ['a list of one audience', { aud: [clientId] }],
    ['no word of who asked for it', { azp: undefined }],
    ['a clock that is 50 s ahead', () => ({ iat: inSeconds(50), exp: inSeconds(3600) })],
    ['an end 50 s ago', () => ({ exp: inSeconds(-50) })],
    ['a name that nobody could show', { name: { first: 'Ann' } }],
    ['no name', { name: undefined }],
  ])('one with %s is good', async (_what, claims) => {
    expectSignedIn(
      await visitor.logIn({ credential: await visitor.credential({ claims: resolveClaims(claims) }) }),
    )
  })

  test.each<[string, ClaimsChange]>([
    ['another audience', { aud: 'another-client' }],
    ['several audiences', { aud: [clientId, 'another-client'] }],
    ['no audience', { aud: undefined }],
    ['an empty list of audiences', { aud: [] }],
    ['another client that asked for it', { azp: 'another-client' }],
    ['another issuer', { iss: 'https://accounts.google.com' }],
    ['an issuer with a slash more', { iss: `${simulator.url}/google/` }],
    ['no issuer', { iss: undefined }],
    ['an end 61 s ago', () => ({ iat: inSeconds(-300), exp: inSeconds(-61) })],
    ['no end', { exp: undefined }],
    ['an end in words', { exp: '2100-01-01' }],
    ['a beginning in the future', () => ({ iat: inSeconds(120) })],
    ['a beginning an hour ago', () => ({ iat: inSeconds(-3600) })],
    ['no beginning', { iat: undefined }],
    ['a time before which it does not count', () => ({ nbf: inSeconds(120) })],
    ['an unverified address', { email_verified: false }],
    ['no word of verification', { email_verified: undefined }],
    ['a verification in words', { email_verified: 'true' }],
    ['another address', { email: 'stranger@example.org' }],
    ['no address', { email: undefined }],
    ['a list of addresses', { email: [owner.email] }],
    ['a Kelvin sign in its address', { email: 'o\u212aner@example.org' }],
    ['a dotless i in its address', { email: 'owner@example.org\u0131' }],
    ['letters of full width in its address', { email: 'ｏwner@example.org' }],
    ['an empty subject', { sub: '' }],
    ['a blank subject', { sub: ' ' }],
    ['a subject that is a number', { sub: 1 }],
    ['a subject of 300 letters', { sub: 'a'.repeat(300) }],
    ['no subject', { sub: undefined }],
    ['no nonce', { nonce: undefined }],
    ['an empty nonce', { nonce: '' }],
    ['a foreign nonce', { nonce: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['a nonce that is a list', { nonce: ['a'] }],
  ])('one with %s opens nothing', async (_what, claims) => {
    const credential = await visitor.credential({ claims: resolveClaims(claims) })
    await expectRefused(await visitor.logIn({ credential }))
  })

  test('twins of the address in other scripts are refused in the request too', async () => {
    for (const email of ['o\u212aner@example.org', 'ｏwner@example.org', 'owner@example.o\u0280g']) {
      const { status } = await visitor.logIn({ email, credential: await visitor.credential({ email }) })
      expect(status).toBe(400)
    }
    expect(await database.db.$count(sessions)).toBe(0)
  })

  test.each([
    ['another address in the request', { email: 'stranger@example.org' }],
    ['the account’s address with more after it', { email: `${owner.email}.example.com` }],
  ])('%s opens nothing', async (_what, sent) => {
    await expectRefused(await visitor.logIn({ ...sent, credential: await visitor.credential() }))
  })

  test.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['three empty parts', '..'],
    ['words', 'let me in'],
    ['a session’s token', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['five parts, as if encrypted', 'e30.e30.e30.e30.e30'],
    ['a header that is a list', `${withoutBlanks([])}.${withoutBlanks({})}.AA`],
    ['claims that are null', `${withoutBlanks({ alg: 'RS256' })}.${withoutBlanks(null)}.AA`],
  ])('%s instead of a token opens nothing', async (_what, credential) => {
    await expectRefused(await visitor.logIn({ credential }))
  })

  test.each([
    ['a list', ['a']],
    ['an object', { alg: 'none' }],
    ['a text of more than 8 KB', 'a'.repeat(8193)],
  ])('%s instead of a token is refused as it stands', async (_what, credential) => {
    expect((await visitor.logIn({ credential })).status).toBe(400)
  })

  test('one without a signature opens nothing, however it spells that', async () => {
    const claims = await visitor.claims()
    const [, body] = new UnsecuredJWT(claims).encode().split('.')
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', 'RS256']) {
      await expectRefused(await visitor.logIn({ credential: `${withoutBlanks({ alg })}.${body}.` }))
    }
    expectSignedIn(await visitor.logIn({ credential: await visitor.credential({ claims }) }))
  })

  test('one signed with a secret that everybody knows opens nothing', async () => {
    const key = await exportPublicKey()
    const spki = await exportSPKI(Object(await importJWK(key, 'RS256', { extractable: true })))
    for (const secret of [spki, spki.trim(), JSON.stringify(key), String(key.n), '', clientId]) {
      const signed = new SignJWT(await visitor.claims()).setProtectedHeader({ alg: 'HS256', kid: 'local-1' })
      const credential = await signed.sign(new TextEncoder().encode(secret.padEnd(32, '\0')))
      await expectRefused(await visitor.logIn({ credential }))
    }
  })

  test('one signed by somebody else opens nothing', async () => {
    await expectRefused(await visitor.logIn({ credential: await visitor.credential({ isStranger: true }) }))
  })

  test('one that was changed after signing opens nothing', async () => {
    const [header, , signature] = (await visitor.credential()).split('.')
    const changed = withoutBlanks(await visitor.claims())
    await expectRefused(await visitor.logIn({ credential: `${header}.${changed}.${signature}` }))
  })

  test.each([
    ['an unknown key', { kid: 'unknown' }],
    ['a key named like a path', { kid: '../../dev/null' }],
    ['a key named like SQL', { kid: "local-1' or '1'='1" }],
    ['another kind of token', { typ: 'at+jwt' }],
    ['a rule that nobody knows', { crit: ['exp'], exp: 1 }],
    ['a key set elsewhere', { jku: `${simulator.url}/google-keys` }],
    ['a certificate elsewhere', { x5u: `${simulator.url}/google-keys` }],
  ])('one whose header names %s opens nothing', async (_what, header) => {
    await expectRefused(await visitor.logIn({ credential: await visitor.credential({ header }) }))
  })

  test('one that brings its own key opens nothing', async () => {
    const jwk = await exportPublicKey('strangers')
    for (const header of [{ jwk }, { kid: 'unknown', jwk }]) {
      await expectRefused(
        await visitor.logIn({ credential: await visitor.credential({ header, isStranger: true }) }),
      )
    }
  })

  test('the email alone opens nothing, nor does a password beside it', async () => {
    await expectRefused(await visitor.logIn({}))
    await expectRefused(await visitor.logIn({ password: 'correct horse 11' }))
  })

  test('one opens one session and no second', async () => {
    const credential = await visitor.credential()
    expectSignedIn(await visitor.logIn({ credential }))
    const again = await visitor.logIn({ credential })
    expect([again.status, again.body?.message]).toEqual([401, 'Google sign-in could not be verified.'])
    expect(await database.db.$count(sessions)).toBe(1)
  })

  test('of twenty at once with one token one is signed in', async () => {
    const credential = await visitor.credential()
    const replies = await Promise.all(Array.from({ length: 20 }, () => visitor.logIn({ credential })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(401)])
    expect(await database.db.$count(sessions)).toBe(1)
  })

  test('another token with the same nonce opens nothing, whether or not the first was used', async () => {
    const { nonce } = await visitor.begin()
    await database.db.update(users).set({ status: 'blocked' })
    const first = await visitor.credential({ nonce })
    expect((await visitor.logIn({ credential: first })).status).toBe(403)
    await database.db.update(users).set({ status: 'active' })
    const other = await visitor.credential({ nonce, claims: { name: 'Somebody' } })
    await expectRefused(await visitor.logIn({ credential: other }))
    expectSignedIn(await visitor.logIn({ credential: first }))
  })

  test('a forgery with somebody’s nonce does not take it from them', async () => {
    const { nonce } = await visitor.begin()
    await expectRefused(
      await visitor.logIn({ credential: await visitor.credential({ nonce, isStranger: true }) }),
    )
    expectSignedIn(await visitor.logIn({ credential: await visitor.credential({ nonce }) }))
  })

  test('a nonce lives ten minutes', async () => {
    const credential = await visitor.credential()
    const [issued] = await database.db.select().from(oneTimeTokens)
    expect(Number(issued?.expiresAt) - Number(issued?.createdAt)).toBeGreaterThan(595_000)
    expect(Number(issued?.expiresAt) - Number(issued?.createdAt)).toBeLessThan(605_000)
    await database.db.update(oneTimeTokens).set({ expiresAt: new Date(Date.now() - 1000) })
    await expectRefused(await visitor.logIn({ credential }))
  })

  test('the nonce of a token is none of the other secrets', async () => {
    for (const purpose of ['verify', 'reset', 'setup'] as const) {
      const credential = await visitor.credential()
      await database.db.update(oneTimeTokens).set({ purpose })
      await expectRefused(await visitor.logIn({ credential }))
      await database.db.delete(oneTimeTokens)
    }
  })

  test('the address to sign in at says what is asked, and where to come back to', async () => {
    const { nonce, authorizationUrl } = await visitor.begin()
    const url = new URL(authorizationUrl)
    expect(url.origin + url.pathname).toBe(`${simulator.url}/google/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: clientId,
      response_type: 'id_token',
      scope: 'openid email profile',
      redirect_uri: 'http://localhost:3000/auth/google',
      nonce,
      state: expect.stringMatching(/^[\w-]{43}$/),
      prompt: 'select_account',
    })
    expect((await visitor.begin()).nonce).not.toBe(nonce)
  })

  test('a token is in no line of the log', async () => {
    const tokens = [await visitor.credential(), await visitor.credential({ claims: { aud: 'other' } })]
    for (const credential of tokens) await visitor.logIn({ credential })
    const log = JSON.stringify(app().logged)
    for (const part of tokens.flatMap((token) => token.split('.').slice(1))) expect(log).not.toContain(part)
    expect(log).toContain('A Google ID token was rejected.')
  })
})

describe.each(modes)('without Google’s configuration on %s', (mode) => {
  const app = useApp(useDatabase(mode))
  const visitor = createGoogleVisitor(app, simulator)

  test('there is no sign-in with it', async () => {
    const nonce = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    const credential = await visitor.credential({ nonce })
    const refused = await visitor.logIn({ credential })
    expect([refused.status, refused.body?.message]).toEqual([401, 'Google sign-in could not be verified.'])
    const begun = await app().post('/auth/google-nonce', {})
    expect([begun.status, begun.body?.message]).toEqual([404, 'Google sign-in is not available.'])
  })
})
