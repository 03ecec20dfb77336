import { createHash } from 'node:crypto'
import { escapeUTF8 } from 'entities'
import {
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose'
import {
  type FakeRequest,
  type FakeResponse,
  type FakeSource,
  fakeHtml,
  fakeJson,
  hostileTexts,
} from '#shared/server/outbound/fake-source.ts'

const issuerPath = '/google'
const keysPath = '/google-keys'
const keyId = 'local-1'
const tokenLifetimeSeconds = 3600

const pairs = { issuers: createLazyKeyPair(), strangers: createLazyKeyPair() }

/** Generated on first use, because it takes a moment. */
function createLazyKeyPair(): () => ReturnType<typeof generateKeyPair> {
  let made: ReturnType<typeof generateKeyPair> | undefined
  return () => {
    made ??= generateKeyPair('RS256', { extractable: true })
    return made
  }
}

/** An OpenID issuer in Google's form, with real keys: its discovery document, and the login page. */
export const fakeGoogle: FakeSource = {
  name: 'google',
  idIn: ({ pathname }) =>
    [`${issuerPath}/.well-known/openid-configuration`, `${issuerPath}/authorize`].find(
      (one) => one === pathname,
    ),
  good: (asked) => (asked.id.endsWith('/authorize') ? authorize(asked) : fakeJson(createDiscovery(asked))),
  poisoned: (asked) =>
    fakeJson({
      ...createDiscovery(asked),
      authorization_endpoint: hostileTexts.script,
      jwks_uri: hostileTexts.inside,
    }),
  wrongSchema: () => fakeJson({ issuer: 1 }),
  unknownItem: () => fakeJson({}),
  otherItem: (asked) => fakeJson({ ...createDiscovery(asked), issuer: 'https://issuer.example' }),
}

/** The issuer's keys, a source of their own, so that they can fail alone. */
export const fakeGoogleKeys: FakeSource = {
  name: 'google-keys',
  idIn: ({ pathname }) => (pathname === keysPath ? keyId : undefined),
  good: async () => fakeJson({ keys: [await exportPublicKey()] }),
  poisoned: () =>
    fakeJson({ keys: [{ kty: 'oct', kid: keyId, alg: 'HS256', k: hostileTexts.markup }, null] }),
  wrongSchema: () => fakeJson({ keys: 'none' }),
  unknownItem: () => fakeJson({ keys: [] }),
  otherItem: async () => fakeJson({ keys: [await exportPublicKey('strangers')] }),
}

/** The public key of the issuer's signatures. */
export async function exportPublicKey(whose: keyof typeof pairs = 'issuers'): Promise<JWK> {
  const { publicKey: key } = await pairs[whose]()
  return { ...(await exportJWK(key)), kid: keyId, alg: 'RS256', use: 'sig' }
}

/** Signs any payload as the issuer signs its tokens; `isStranger` signs with a key that it never had. */
export async function signIdToken(
  claims: JWTPayload,
  { header = {}, isStranger = false }: { header?: Partial<JWTHeaderParameters>; isStranger?: boolean } = {},
): Promise<string> {
  const { privateKey } = await pairs[isStranger ? 'strangers' : 'issuers']()
  const crit = Object.fromEntries((header.crit ?? []).map((name) => [name, true]))
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: keyId, typ: 'JWT', ...header })
    .sign(privateKey, { crit })
}

type FakeVisitor = { email: string; name: string }
type FakeVisit = { issuer: string; clientId: string; nonce: string }

/** The issuer's claims about a user who has logged in for a client. */
export function createClaims({ email, name }: FakeVisitor, { issuer, clientId, nonce }: FakeVisit) {
  // The issuer is another machine: tests that set this process's clock do not set its clock.
  const now = Math.floor((performance.timeOrigin + performance.now()) / 1000)
  return {
    iss: issuer,
    azp: clientId,
    aud: clientId,
    sub: BigInt(
      `0x${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 17)}`,
    ).toString(),
    email,
    email_verified: true,
    name,
    nonce,
    iat: now,
    exp: now + tokenLifetimeSeconds,
  }
}

function createDiscovery({ origin, getOrigin }: FakeRequest) {
  return {
    issuer: origin + issuerPath,
    authorization_endpoint: `${origin}${issuerPath}/authorize`,
    jwks_uri: getOrigin('google-keys') + keysPath,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
}

/** Asks for the identity, and redirects to the site with the answer in the fragment. */
async function authorize({ url, origin }: FakeRequest): Promise<FakeResponse> {
  const { searchParams } = url
  const asked = (name: string) => searchParams.get(name) ?? ''
  const back = URL.parse(asked('redirect_uri'))
  if (!back?.protocol.startsWith('http')) {
    return { type: 'text/plain', body: 'There is no redirect_uri.', status: 400 }
  }
  const email = asked('email').trim()
  const visit = { issuer: origin + issuerPath, clientId: asked('client_id'), nonce: asked('nonce') }
  const name = asked('name') || email.replace(/@.*/, '')
  if (searchParams.has('deny')) return redirectTo(back, { error: 'access_denied', state: asked('state') })
  if (email === '') return fakeHtml(renderSignInPage(searchParams))
  const token = await signIdToken(createClaims({ email, name }, visit))
  return redirectTo(back, { id_token: token, state: asked('state') })
}

function redirectTo(back: URL, parameters: Record<string, string>): FakeResponse {
  back.hash = String(new URLSearchParams(parameters))
  return { type: 'text/plain', body: '', status: 302, headers: { location: back.href } }
}

function renderSignInPage(parameters: URLSearchParams): string {
  const kept = [...parameters].filter(([name]) => name !== 'email' && name !== 'name')
  const hidden = kept.map(
    ([name, value]) => `<input type="hidden" name="${escapeUTF8(name)}" value="${escapeUTF8(value)}">`,
  )
  const ready = ['shopper@gmail.com', 'shopper@example.org'].map(
    (email) => `<p><button name="email" value="${email}" formnovalidate>${email}</button></p>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Local sign-in</title><h1>Local sign-in</h1>
<p>This page stands in for Google on this machine: say who you are.</p>
<form>${hidden.join('')}${ready.join('')}</form>
<form>${hidden.join('')}
<p><label>Email <input type="email" name="email" required></label></p>
<p><label>Name <input name="name"></label></p>
<p><button>Continue</button></p></form>
<form>${hidden.join('')}<p><button name="deny" value="1">Deny</button></p></form></html>`
}
