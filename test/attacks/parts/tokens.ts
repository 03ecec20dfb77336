import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { createTestClient, type Reply, type TestClient } from '#support/http-client.ts'
import type { Site } from '#support/site.ts'
import { createVerifiedPeople, type LoggedInUser, logIn, logInOwner } from '#support/users.ts'
import { quantile, type Report, tally } from '../report.ts'
import { withSite } from '../site.ts'

type ForgedToken = { name: string; authorization: string | string[] }

const maxP99Ms = 50
const routes: [route: string, value?: unknown][] = [
  ['GET /users/me'],
  ['GET /auth/sessions'],
  ['DELETE /auth/sessions?others=true'],
  ['POST /auth/changePassword', { oldPassword: 'heron on the quay', newPassword: 'another heron' }],
  ['GET /users/getAllUser'],
  ['POST /users/changeUserRoleOrStatus?email=admin@example.com&role=user'],
]

/** B1: forged tokens, in every form that a server is known to have accepted. */
export async function tokens(report: Report): Promise<void> {
  const canary = await openCanary()
  const google = {
    GOOGLE_CLIENT_ID: 'battery',
    GOOGLE_ISSUER: canary.url,
    GOOGLE_JWKS_URL: `${canary.url}/keys`,
  }
  await withSite(google, async (site) => {
    const client = createTestClient(site.origin)
    const [person] = await createVerifiedPeople(site, client, 1)
    if (!person) throw new Error('No user could be registered.')
    const [user, admin] = [await logIn(client, person), await logInOwner(client)]
    await sendForgedTokens(report, client, createForgedTokens(user, admin, canary.url))
    await sendMalformedHeaders(report, site, user)
    const still = await client.call('GET /users/me', undefined, { headers: { authorization: user.token } })
    report.check('the valid token is still accepted', { tried: 1, failed: still.status === 200 ? 0 : 1 })
    client.close()
  })
  report.check('the site fetched no URL of a token', { tried: 1, failed: canary.connections() })
  canary.server.close()
}

async function sendForgedTokens(report: Report, client: TestClient, all: ForgedToken[]): Promise<void> {
  const tried: (Reply & { name: string })[] = []
  for (const [route, value] of routes) {
    await client.call(route, value) // the first call opens the connection
    for (const { name, authorization } of all) {
      const reply = await client.call(route, value, { headers: { authorization } })
      tried.push({ ...reply, name: `${name} on ${route}` })
    }
  }
  const describeReply = ({ name, status, text }: Reply & { name: string }) => `${name}: ${status} ${text}`
  report.check(
    'forged tokens get 401 Unauthorized',
    tally(tried, ({ status, text }) => status === 401 && /unauthorized/i.test(text), describeReply),
  )
  const times = tried.map(({ ms }) => ms)
  const p99Ms = quantile(times, 0.99)
  report.check(`99 of 100 are rejected within ${maxP99Ms} ms`, {
    tried: times.length,
    failed: p99Ms > maxP99Ms ? 1 : 0,
    figure: `median ${quantile(times, 0.5).toFixed(1)} ms, 99 of 100 ${p99Ms.toFixed(1)} ms, all ${quantile(times, 1).toFixed(1)} ms`,
  })
}

/** Headers that no client library sends. */
async function sendMalformedHeaders(
  report: Report,
  { origin }: Site,
  { token }: LoggedInUser,
): Promise<void> {
  const headers = [
    `Authorization: ${token}\0`,
    `Authorization: \0${token}`,
    `Authorization: ${token}\r\n folded`,
    `Authorization: ${token}\nX: y`,
    `Authorization : ${token}`,
    `Authorization\t: ${token}`,
    `Authorization: ${token}\r\nAuthorization: ${token}`,
    `Authorization: ${token}\r\nauthorization: other`,
    `X-Authorization: ${token}`,
    `Proxy-Authorization: ${token}`,
    `Authorization: \u00a0${token}`,
    `Authorization: ${'x'.repeat(60_000)}`,
  ]
  const responses = []
  for (const header of headers) responses.push({ header, line: await readStatusLine(origin, header) })
  report.check(
    'malformed headers are rejected',
    tally(
      responses,
      ({ line }) => / 4\d\d /.test(line),
      ({ header, line }) => `${JSON.stringify(header.slice(0, 40))}: ${line}`,
    ),
  )
}

async function readStatusLine(origin: string, header: string): Promise<string> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.end(
    Buffer.from(
      `GET /api/v1/users/me HTTP/1.1\r\nHost: ${host}\r\n${header}\r\nConnection: close\r\n\r\n`,
      'latin1',
    ),
  )
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk))).on('error', () => {})
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('latin1').split('\r\n', 1)[0] ?? ''
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()

function createForgedTokens(
  { token, refreshCookie, id }: LoggedInUser,
  admin: LoggedInUser,
  canary: string,
): ForgedToken[] {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: admin.id, role: 'admin', iss: canary, aud: 'battery', iat: now, exp: now + 600 }
  const hmac = (head: object, key: string, body: object = claims) => {
    const text = `${part({ typ: 'JWT', ...head })}.${part(body)}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const rsa = (head: object, body: object = claims) => {
    const text = `${part({ alg: 'RS256', typ: 'JWT', ...head })}.${part(body)}`
    return `${text}.${createSign('sha256').update(text).sign(keys.privateKey).toString('base64url')}`
  }
  const none = (alg: string) => `${part({ alg, typ: 'JWT' })}.${part(claims)}.`
  const refreshToken = refreshCookie.split('=')[1] ?? ''
  const jwk = keys.publicKey.export({ format: 'jwk' })
  const tokens: Record<string, string | string[]> = {
    'algorithm none': none('none'),
    'algorithm None': none('None'),
    'algorithm nOnE': none('nOnE'),
    'no algorithm': `${part({ typ: 'JWT' })}.${part(claims)}.`,
    'HS256 with an empty key': hmac({ alg: 'HS256' }, ''),
    'HS256 with a guessed key': hmac({ alg: 'HS256' }, 'secret'),
    'HS256 with the name of the site': hmac({ alg: 'HS256' }, 'chopmark'),
    'HS256 with a public key': hmac({ alg: 'HS256' }, publicKey),
    'key id of a file': hmac({ alg: 'HS256', kid: '../../../../dev/null' }, ''),
    'key id of SQL': hmac({ alg: 'HS256', kid: "x' union select '' --" }, ''),
    'keys elsewhere by jku': rsa({ jku: `${canary}/jwks.json`, kid: 'a' }),
    'keys elsewhere by x5u': rsa({ x5u: `${canary}/cert.pem` }),
    'its own key': rsa({ jwk }),
    'RS256 with a key of one’s own': rsa({}),
    'empty signature': `${rsa({}).split('.').slice(0, 2).join('.')}.`,
    'no signature': rsa({}).split('.').slice(0, 2).join('.'),
    'another issuer': rsa({}, { ...claims, iss: 'https://accounts.google.com' }),
    'another audience': rsa({}, { ...claims, aud: 'another-client' }),
    'another type': rsa({ typ: 'at+jwt' }),
    expired: rsa({}, { ...claims, exp: now - 60 }),
    'not valid yet': rsa({}, { ...claims, nbf: now + 3600 }),
    'never ending': rsa({}, { ...claims, exp: 9e15 }),
    'ten kilobytes': 'x'.repeat(10_240),
    'a letter more': `${token}x`,
    'a letter less': token.slice(0, -1),
    'another last letter': token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    'other case': token.replace(/[a-z]/gi, (c) =>
      c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase(),
    ),
    'an accent': `${token}\u00e9`,
    'percent NUL': `${token}%00`,
    'two with a comma': `${token},${token}`,
    'two with a blank': `${token} ${token}`,
    'two headers': [token, token],
    'two headers, one of them false': ['x', token],
    'in quotes': `"${token}"`,
    'a scheme of another kind': `Basic ${Buffer.from(`${id}:${token}`).toString('base64')}`,
    'two schemes': `Bearer Bearer ${token}`,
    'a scheme behind': `${token} Bearer`,
    'the refresh token': refreshToken,
    'the id of an admin': admin.id,
    'the email of an admin': admin.email,
    empty: '',
    'the scheme alone': 'Bearer ',
    'words of a query': "' or 1=1 --",
    'an object': '{"$ne":null}',
    null: 'null',
    undefined: 'undefined',
  }
  return Object.entries(tokens).map(([name, authorization]) => ({ name, authorization }))
}

/** Counts connections to the URLs in forged tokens. */
async function openCanary(): Promise<{ server: Server; url: string; connections: () => number }> {
  let count = 0
  const server = createServer((socket) => {
    count += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { server, url: `http://127.0.0.1:${port}`, connections: () => count }
}
