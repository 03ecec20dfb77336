import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { base64url, SignJWT, UnsecuredJWT } from 'jose'
import type { Db } from '#db/db.ts'
import { accessTokens, type users } from '#db/schema.ts'
import { issueToken } from '#features/auth/server/one-time-tokens.ts'
import { hashSecret } from '#features/auth/server/secrets.ts'
import { aSession, aUser, password, passwordHash } from '#support/factories.ts'
import type { TestApp } from './api.ts'

/** The rights of a caller, in the terms of a call's `access`; `visitor` has only public access. */
export type Power = 'visitor' | 'user' | 'admin'
export type Principal = {
  name: string
  power: Power
  headers: Record<string, string>
  /** Added to the URL. */
  query?: string
}

const newPassword = 'battery staple 12'

/** Creates every kind of caller in the same way as it happens on the site: by a login, a demotion, a reset. */
export async function createPrincipals(db: Db, app: TestApp): Promise<Principal[]> {
  const admin1 = await createSignedIn(db, 'admin')
  const admin2 = await createSignedIn(db, 'admin')
  const a = await createSignedIn(db, 'user', 'a@example.com', { passwordHash })
  const b = await createSignedIn(db, 'user', 'b@example.com')
  const tokens = {
    'user A': a.token,
    'user B': b.token,
    unverified: (await createSignedIn(db, 'user', undefined, { verifiedAt: null })).token,
    blocked: (await createSignedIn(db, 'user', undefined, { status: 'blocked' })).token,
    'admin 1': admin1.token,
    'admin 2': admin2.token,
    'demoted admin': await changeRole(app, admin1.token, await createSignedIn(db, 'admin'), 'user'),
    'promoted user': await changeRole(app, admin1.token, await createSignedIn(db, 'user'), 'admin'),
    'logged out': await logOut(app, await createSignedIn(db, 'user')),
    'from before a new password': await changePassword(
      app,
      await createSignedIn(db, 'user', undefined, { passwordHash }),
    ),
    'from before a reset': await resetPassword(db, app, await createSignedIn(db, 'user')),
    expired: await expireToken(db, await createSignedIn(db, 'user')),
    'refresh token': a.refreshToken,
    'reset token': await issueToken(db, { purpose: 'reset', userId: b.id, lifetimeMs: 60_000, boundTo: 'x' }),
    'verify token': await issueToken(db, { purpose: 'verify', userId: b.id, lifetimeMs: 60_000 }),
    'Google ID token': await signJwt({ alg: 'HS256', kid: 'k1' }, 'https://accounts.google.com', a.id),
    random: randomBytes(32).toString('base64url'),
    truncated: a.token.slice(0, -1),
    altered: a.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    'JWT without algorithm': new UnsecuredJWT({ role: 'admin' }).setSubject(admin1.id).encode(),
    'JWT with a guessed key': await signJwt({ alg: 'HS256' }, 'chopmark', admin1.id),
  }
  const powers: Record<string, Power> = { 'user A': 'user', 'user B': 'user', 'admin 1': 'admin' }
  Object.assign(powers, { 'admin 2': 'admin' })
  return [
    { name: 'anonymous', power: 'visitor', headers: {} },
    ...Object.entries(tokens).map(([name, authorization]) => ({
      name,
      power: powers[name] ?? ('visitor' as const),
      headers: { authorization },
    })),
    { name: 'user A with a scheme', power: 'user', headers: { authorization: `Bearer ${a.token}` } },
    {
      name: 'the token of user A elsewhere',
      power: 'visitor',
      headers: { cookie: `token=${a.token}; refresh_token=${a.token}; authorization=${a.token}` },
      query: `token=${a.token}&authorization=${a.token}&access_token=${a.token}`,
    },
  ]
}

type SignedInPerson = { id: string; email: string; token: string; refreshToken: string }

async function createSignedIn(
  db: Db,
  role: 'user' | 'admin',
  email?: string,
  overrides: Partial<typeof users.$inferInsert> = {},
): Promise<SignedInPerson> {
  const user = await aUser(db, { role, ...(email && { email }), ...overrides })
  const { token, refreshToken } = await aSession(db, user)
  return { id: user.id, email: user.email, token, refreshToken }
}

async function changeRole(
  app: TestApp,
  by: string,
  { email, token }: SignedInPerson,
  role: string,
): Promise<string> {
  const query = new URLSearchParams({ email, role })
  await expectSuccess(app.post(`/users/changeUserRoleOrStatus?${query}`, {}, { authorization: by }))
  return token
}

async function logOut(app: TestApp, { token }: SignedInPerson): Promise<string> {
  await expectSuccess(app.post('/auth/logout', {}, { authorization: token }))
  return token
}

async function changePassword(app: TestApp, { token }: SignedInPerson): Promise<string> {
  const body = { oldPassword: password, newPassword }
  await expectSuccess(app.post('/auth/changePassword', body, { authorization: token }))
  return token
}

async function resetPassword(db: Db, app: TestApp, { token, id }: SignedInPerson): Promise<string> {
  const boundTo = hashSecret('')
  const secret = await issueToken(db, { purpose: 'reset', userId: id, lifetimeMs: 60_000, boundTo })
  await expectSuccess(app.post('/auth/resetPassword', { id, newPassword }, { authorization: secret }))
  return token
}

async function expireToken(db: Db, { token }: SignedInPerson): Promise<string> {
  await db
    .update(accessTokens)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(accessTokens.hash, hashSecret(token)))
  return token
}

function signJwt(header: { alg: string; kid?: string }, issuer: string, subject: string): Promise<string> {
  const key = base64url.decode(base64url.encode('a key that was guessed by chance'))
  return new SignJWT({ role: 'admin', email: 'a@example.com', email_verified: true })
    .setProtectedHeader(header)
    .setIssuer(issuer)
    .setSubject(subject)
    .setExpirationTime('1h')
    .sign(key)
}

async function expectSuccess(reply: ReturnType<TestApp['get']>): Promise<void> {
  const { status, text } = await reply
  if (status !== 200) throw new Error(`A principal could not be created: ${status} ${text}`)
}
