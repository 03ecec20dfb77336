import { base64url, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { apiBase } from '#shared/paths.ts'
import { aSession, aUser } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

const guarded = [
  'GET /users/me',
  'GET /users/getAllUser',
  'GET /auth/sessions',
  'DELETE /auth/sessions?others=true',
  'POST /auth/changePassword',
  'POST /users/changeUserRoleOrStatus?email=a@example.com&role=admin',
]

const claims = { sub: '0198a000-0000-7000-8000-000000000001', role: 'admin', isAdmin: true }
const secretKey = new TextEncoder().encode('secret')

function createJwt(
  header: Record<string, unknown>,
  payload: object = claims,
  signature = 'c2lnbmF0dXJl',
): string {
  const part = (value: object) => base64url.encode(JSON.stringify(value))
  return `${part(header)}.${part(payload)}.${signature}`
}

/** Tokens that an attacker might forge who knows other sites or a valid token of ours. */
function createForgeries(good: string): string[] {
  const hour = Math.floor(Date.now() / 1000) + 3600
  const headers: Record<string, unknown>[] = [
    ...['none', 'None', 'nOnE', 'NONE', 'HS256', 'RS256', 'ES256', 'HS0', ''].map((alg) => ({ alg })),
    ...['../../../../dev/null', "x' union select 'a", '|/bin/true', '\0', 'a'.repeat(2000)].map((kid) => ({
      alg: 'HS256',
      kid,
    })),
    { alg: 'RS256', jku: 'http://127.0.0.1:1/keys' },
    { alg: 'RS256', x5u: 'http://127.0.0.1:1/cert' },
    { alg: 'RS256', jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } },
    { alg: 'HS256', typ: 'at+jwt', crit: ['exp'] },
  ]
  const payloads = [{ iss: 'chopmark' }, { aud: 'chopmark' }, { exp: 1 }, { nbf: hour }, { exp: 1e300 }]
  return [
    ...headers.map((header) => createJwt(header)),
    ...payloads.map((payload) => createJwt({ alg: 'HS256' }, { ...claims, ...payload })),
    createJwt({ alg: 'HS256' }, claims, ''),
    new UnsecuredJWT(claims).encode(),
    ...['.', '..', 'a.b.c', 'null', 'undefined', 'true', '0', '-1', '[object Object]', 'admin', '*', '%'],
    'x'.repeat(10_000),
    `${good}x`,
    `x${good}`,
    good.slice(1),
    good.toUpperCase(),
    good.split('').toReversed().join(''),
    `${good},${good}`,
    `Bearer Bearer ${good}`,
    `Basic ${Buffer.from(`a:${good}`).toString('base64')}`,
    `Token ${good}`,
    `"${good}"`,
    `${good};admin=true`,
    "' or '1'='1",
    '{"$ne":null}',
  ]
}

describe('forged tokens', () => {
  const database = useDatabase()
  const app = useApp(database)

  test.each(guarded)('%s takes none of them', async (route) => {
    const [method = '', path = ''] = route.split(' ')
    const { token } = await aSession(database.db, await aUser(database.db, { role: 'admin' }))
    const signed = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secretKey)
    const body = method === 'POST' ? '{"oldPassword":"a","newPassword":"b"}' : undefined
    for (const authorization of [...createForgeries(token), signed]) {
      const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
      const reply = await app().send(apiBase + path, { method, headers, ...(body && { body }) })
      expect([authorization.slice(0, 60), reply.status, reply.body?.message]).toEqual([
        authorization.slice(0, 60),
        401,
        'Unauthorized. Please log in.',
      ])
    }
  })

  test('two headers are two claims, of which neither counts', async () => {
    const { token } = await aSession(database.db, await aUser(database.db))
    const { body } = await app().send(`${apiBase}/users/me`, { headers: { authorization: [token, token] } })
    expect(body).toMatchObject({ statusCode: 401, message: 'Unauthorized. Please log in.' })
  })
})
