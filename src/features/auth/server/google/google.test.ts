import { exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { identities, oneTimeTokens, sessions, users } from '#db/schema.ts'
import { startSimulator } from '#simulator/simulate.ts'
import { aUser } from '#support/factories.ts'
import type { Reply } from '#support/http-client.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { clientId, createGoogleVisitor, getGoogleEnv, owner } from '#test/fixtures/google-fixture.ts'
import { exportPublicKey } from './google-issuer.fake.ts'

const simulator = await startSimulator({ port: 0 })
afterAll(() => simulator.close())

type ClaimsChange = Record<string, unknown> | (() => Record<string, unknown>)
const resolveClaims = (claims: ClaimsChange) => (typeof claims === 'function' ? claims() : claims)
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const withoutBlanks = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('ID tokens', () => {
  const database = useDatabase()
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

  test('opens a session with a valid token', async () => {
    const reply = await visitor.logIn({ credential: await visitor.credential() })
    expectSignedIn(reply)
    const me = await app().get('/users/me', { authorization: String(reply.body?.approvalToken) })
    expect([me.status, me.body?.data]).toEqual([200, expect.objectContaining({ email: owner.email })])
  })

  test('accepts the field name idToken', async () => {
    expectSignedIn(await visitor.logIn({ idToken: await visitor.credential() }))
  })

  test('ignores the case of the address', async () => {
    const credential = await visitor.credential({ email: 'Owner@Example.org' })
    expectSignedIn(await visitor.logIn({ email: 'OWNER@example.ORG', credential }))
  })

  test.each<[string, ClaimsChange]>([
    ['a list of one audience', { aud: [clientId] }],
    ['no word of who asked for it', { azp: undefined }],
    ['a clock that is 50 s ahead', () => ({ iat: inSeconds(50), exp: inSeconds(3600) })],
    ['an end 50 s ago', () => ({ exp: inSeconds(-50) })],
    ['a name that is not text', { name: { first: 'Ann' } }],
    ['no name', { name: undefined }],
  ])('accepts a token with %s', async (_what, claims) => {
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
  ])('rejects a token with %s', async (_what, claims) => {
    const credential = await visitor.credential({ claims: resolveClaims(claims) })
    await expectRefused(await visitor.logIn({ credential }))
  })

  test('rejects look-alike addresses in other scripts in the request too', async () => {
    for (const email of ['o\u212aner@example.org', 'ｏwner@example.org', 'owner@example.o\u0280g']) {
      const { status } = await visitor.logIn({ email, credential: await visitor.credential({ email }) })
      expect(status).toBe(400)
    }
    expect(await database.db.$count(sessions)).toBe(0)
  })

  test.each([
    ['another address in the request', { email: 'stranger@example.org' }],
    ['the account’s address with more after it', { email: `${owner.email}.example.com` }],
  ])('rejects %s', async (_what, sent) => {
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
  ])('rejects %s instead of a token', async (_what, credential) => {
    await expectRefused(await visitor.logIn({ credential }))
  })

  test.each([
    ['a list', ['a']],
    ['an object', { alg: 'none' }],
    ['a text of more than 8 KB', 'a'.repeat(8193)],
  ])('rejects %s instead of a token as invalid input', async (_what, credential) => {
    expect((await visitor.logIn({ credential })).status).toBe(400)
  })

  test('rejects unsigned tokens in every spelling of the algorithm', async () => {
    const claims = await visitor.claims()
    const [, body] = new UnsecuredJWT(claims).encode().split('.')
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', 'RS256']) {
      await expectRefused(await visitor.logIn({ credential: `${withoutBlanks({ alg })}.${body}.` }))
    }
    expectSignedIn(await visitor.logIn({ credential: await visitor.credential({ claims }) }))
  })

  test('rejects a token signed with a public secret', async () => {
    const key = await exportPublicKey()
    const spki = await exportSPKI(Object(await importJWK(key, 'RS256', { extractable: true })))
    for (const secret of [spki, spki.trim(), JSON.stringify(key), String(key.n), '', clientId]) {
      const signed = new SignJWT(await visitor.claims()).setProtectedHeader({ alg: 'HS256', kid: 'local-1' })
      const credential = await signed.sign(new TextEncoder().encode(secret.padEnd(32, '\0')))
      await expectRefused(await visitor.logIn({ credential }))
    }
  })

  test('one signed by another issuer opens nothing', async () => {
    await expectRefused(await visitor.logIn({ credential: await visitor.credential({ isStranger: true }) }))
  })

  test('rejects a token that was changed after signing', async () => {
    const [header, , signature] = (await visitor.credential()).split('.')
    const changed = withoutBlanks(await visitor.claims())
    await expectRefused(await visitor.logIn({ credential: `${header}.${changed}.${signature}` }))
  })

  test.each([
    ['an unknown key', { kid: 'unknown' }],
    ['a key named like a path', { kid: '../../dev/null' }],
    ['a key named like SQL', { kid: "local-1' or '1'='1" }],
    ['another kind of token', { typ: 'at+jwt' }],
    ['an unknown critical header', { crit: ['exp'], exp: 1 }],
    ['a key set elsewhere', { jku: `${simulator.url}/google-keys` }],
    ['a certificate elsewhere', { x5u: `${simulator.url}/google-keys` }],
  ])('rejects a token whose header names %s', async (_what, header) => {
    await expectRefused(await visitor.logIn({ credential: await visitor.credential({ header }) }))
  })

  test('rejects a token with its own key', async () => {
    const jwk = await exportPublicKey('strangers')
    for (const header of [{ jwk }, { kid: 'unknown', jwk }]) {
      await expectRefused(
        await visitor.logIn({ credential: await visitor.credential({ header, isStranger: true }) }),
      )
    }
  })

  test('rejects an email address without a token, with or without a password', async () => {
    await expectRefused(await visitor.logIn({}))
    await expectRefused(await visitor.logIn({ password: 'correct horse 11' }))
  })

  test('opens only one session with a token', async () => {
    const credential = await visitor.credential()
    expectSignedIn(await visitor.logIn({ credential }))
    const again = await visitor.logIn({ credential })
    expect([again.status, again.body?.message]).toEqual([401, 'Google sign-in could not be verified.'])
    expect(await database.db.$count(sessions)).toBe(1)
  })

  test('opens one session when a token is used 20 times at once', async () => {
    const credential = await visitor.credential()
    const replies = await Promise.all(Array.from({ length: 20 }, () => visitor.logIn({ credential })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(401)])
    expect(await database.db.$count(sessions)).toBe(1)
  })

  test('rejects another token with the same nonce, before and after the first is used', async () => {
    const { nonce } = await visitor.begin()
    await database.db.update(users).set({ status: 'blocked' })
    const first = await visitor.credential({ nonce })
    expect((await visitor.logIn({ credential: first })).status).toBe(403)
    await database.db.update(users).set({ status: 'active' })
    const other = await visitor.credential({ nonce, claims: { name: 'Other Name' } })
    await expectRefused(await visitor.logIn({ credential: other }))
    expectSignedIn(await visitor.logIn({ credential: first }))
  })

  test('a forgery with another user’s nonce does not use it up', async () => {
    const { nonce } = await visitor.begin()
    await expectRefused(
      await visitor.logIn({ credential: await visitor.credential({ nonce, isStranger: true }) }),
    )
    expectSignedIn(await visitor.logIn({ credential: await visitor.credential({ nonce }) }))
  })

  test('rejects a nonce after ten minutes', async () => {
    const credential = await visitor.credential()
    const [issued] = await database.db.select().from(oneTimeTokens)
    expect(Number(issued?.expiresAt) - Number(issued?.createdAt)).toBeGreaterThan(595_000)
    expect(Number(issued?.expiresAt) - Number(issued?.createdAt)).toBeLessThan(605_000)
    await database.db.update(oneTimeTokens).set({ expiresAt: new Date(Date.now() - 1000) })
    await expectRefused(await visitor.logIn({ credential }))
  })

  test('rejects other one-time tokens as a nonce', async () => {
    for (const purpose of ['verify', 'reset', 'setup'] as const) {
      const credential = await visitor.credential()
      await database.db.update(oneTimeTokens).set({ purpose })
      await expectRefused(await visitor.logIn({ credential }))
      await database.db.delete(oneTimeTokens)
    }
  })

  test('builds the login URL with scope, nonce and redirect URL', async () => {
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

  test('logs no token', async () => {
    const tokens = [await visitor.credential(), await visitor.credential({ claims: { aud: 'other' } })]
    for (const credential of tokens) await visitor.logIn({ credential })
    const log = JSON.stringify(app().logged)
    for (const part of tokens.flatMap((token) => token.split('.').slice(1))) expect(log).not.toContain(part)
    expect(log).toContain('A Google ID token was rejected.')
  })
})

describe('without Google’s configuration', () => {
  const app = useApp(useDatabase())
  const visitor = createGoogleVisitor(app, simulator)

  test('offers no Google login', async () => {
    const nonce = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    const credential = await visitor.credential({ nonce })
    const refused = await visitor.logIn({ credential })
    expect([refused.status, refused.body?.message]).toEqual([401, 'Google sign-in could not be verified.'])
    const begun = await app().post('/auth/google-nonce', {})
    expect([begun.status, begun.body?.message]).toEqual([404, 'Google sign-in is not available.'])
  })
})
