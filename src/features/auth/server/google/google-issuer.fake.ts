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
  let pair: ReturnType<typeof generateKeyPair> | undefined
  return () => {
    pair ??= generateKeyPair('RS256', { extractable: true })
    return pair
  }
}

/** An OpenID issuer in Google's form, with real keys: its discovery document, and the login page. */
export const fakeGoogle: FakeSource = {
  name: 'google',
  idIn: ({ pathname }) =>
    [`${issuerPath}/.well-known/openid-configuration`, `${issuerPath}/authorize`].find(
      (path) => path === pathname,
    ),
  good: (request) =>
    request.id.endsWith('/authorize') ? authorize(request) : fakeJson(createDiscovery(request)),
  poisoned: (request) =>
    fakeJson({
      ...createDiscovery(request),
      authorization_endpoint: hostileTexts.script,
      jwks_uri: hostileTexts.inside,
    }),
  wrongSchema: () => fakeJson({ issuer: 1 }),
  unknownItem: () => fakeJson({}),
  otherItem: (request) => fakeJson({ ...createDiscovery(request), issuer: 'https://issuer.example' }),
}

/** The issuer's keys. They are a separate source, so that they can fail alone. */
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
export async function exportPublicKey(signer: keyof typeof pairs = 'issuers'): Promise<JWK> {
  const { publicKey: key } = await pairs[signer]()
  return { ...(await exportJWK(key)), kid: keyId, alg: 'RS256', use: 'sig' }
}

/** Signs any payload as the issuer signs its tokens; `isStranger` signs with a key of another issuer. */
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

type FakeGoogleUser = { email: string; name: string }
type FakeClient = { issuer: string; clientId: string; nonce: string }

/** The issuer's claims about a user who has logged in for a client. */
export function createClaims({ email, name }: FakeGoogleUser, { issuer, clientId, nonce }: FakeClient) {
  // The issuer is another machine: a test that sets this process's clock does not change the issuer's.
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

/** Asks who the user is, and redirects to the site with the ID token or the error in the fragment. */
async function authorize({ url, origin }: FakeRequest): Promise<FakeResponse> {
  const { searchParams } = url
  const getParameter = (name: string) => searchParams.get(name) ?? ''
  const redirectUrl = URL.parse(getParameter('redirect_uri'))
  if (!redirectUrl?.protocol.startsWith('http')) {
    return { type: 'text/plain', body: 'There is no redirect_uri.', status: 400 }
  }
  const email = getParameter('email').trim()
  const client = {
    issuer: origin + issuerPath,
    clientId: getParameter('client_id'),
    nonce: getParameter('nonce'),
  }
  const name = getParameter('name') || email.replace(/@.*/, '')
  if (searchParams.has('deny'))
    return redirectTo(redirectUrl, { error: 'access_denied', state: getParameter('state') })
  if (email === '') return fakeHtml(renderSignInPage(searchParams))
  const token = await signIdToken(createClaims({ email, name }, client))
  return redirectTo(redirectUrl, { id_token: token, state: getParameter('state') })
}

function redirectTo(redirectUrl: URL, parameters: Record<string, string>): FakeResponse {
  redirectUrl.hash = String(new URLSearchParams(parameters))
  return { type: 'text/plain', body: '', status: 302, headers: { location: redirectUrl.href } }
}

function renderSignInPage(parameters: URLSearchParams): string {
  const forwarded = [...parameters].filter(([name]) => name !== 'email' && name !== 'name')
  const hiddenInputs = forwarded.map(
    ([name, value]) => `<input type="hidden" name="${escapeUTF8(name)}" value="${escapeUTF8(value)}">`,
  )
  const accountButtons = ['shopper@gmail.com', 'shopper@example.org'].map(
    (email) => `<p><button name="email" value="${email}" formnovalidate>${email}</button></p>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Local sign-in</title><h1>Local sign-in</h1>
<p>This page stands in for Google on this machine: say who you are.</p>
<form>${hiddenInputs.join('')}${accountButtons.join('')}</form>
<form>${hiddenInputs.join('')}
<p><label>Email <input type="email" name="email" required></label></p>
<p><label>Name <input name="name"></label></p>
<p><button>Continue</button></p></form>
<form>${hiddenInputs.join('')}<p><button name="deny" value="1">Deny</button></p></form></html>`
}
