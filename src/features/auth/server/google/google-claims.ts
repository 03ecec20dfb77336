import { decodeJwt, decodeProtectedHeader } from 'jose'
import { z } from 'zod'
import { getEmailKey } from '#features/users/email-key.ts'
import { emailParameter, nameParameter } from '#shared/wire.ts'
import { tokenLifetimesMs } from '../../spec.ts'

/** In characters; an ID token of Google has about a thousand. */
const maxCredentialLength = 8192
/** Tolerated clock difference, in seconds. */
const clockSkewSeconds = 60
/** No token for one of our nonces is older than the nonce, in seconds. */
const maxTokenAgeSeconds = tokenLifetimesMs.google / 1000 + clockSkewSeconds

/** Why a credential is invalid. The reason is for the log only: the caller learns nothing. */
export class InvalidCredentialError extends Error {
  override readonly name = 'InvalidCredentialError'
}

export type ExpectedClaims = {
  clientId: string
  /** The names that the issuer uses for itself. */
  issuers: readonly string[]
  /** The email address that the request claims. */
  email: string
}
/** The claims of an ID token that we use. */
export type IdTokenClaims = {
  subject: string
  email: string
  name: string | undefined
  nonce: string
  /** Google runs the mailbox itself, so a login there proves that the user owns the address. */
  isAuthoritative: boolean
}

const absent = z.never().optional()
/** One algorithm, and no header that carries a key, points to one, or changes what is signed. */
const header = z.object({
  alg: z.literal('RS256'),
  kid: z.string().min(1).max(200).optional(),
  typ: z.string().regex(/^jwt$/i).optional(),
  crit: absent,
  b64: absent,
  jku: absent,
  jwk: absent,
  x5u: absent,
  x5c: absent,
})

const second = z.number().int().min(0)
const payload = z.object({
  iss: z.string(),
  /** OpenID Connect: at most 255 ASCII characters. */
  sub: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  /** We trust no other audience, so a list has one entry. */
  aud: z.union([z.string(), z.tuple([z.string()]).transform(([only]) => only)]),
  azp: z.string().optional(),
  exp: second,
  iat: second,
  nbf: second.optional(),
  nonce: z.string().min(1).max(200),
  email: emailParameter,
  email_verified: z.literal(true),
  name: z.unknown().optional(),
  hd: z.string().min(1).optional().catch(undefined),
})
type IdTokenPayload = z.output<typeof payload>

/**
 * Parses an ID token and checks all that needs neither a key nor a query, so that most forgeries cost
 * nothing. Nothing in it counts before its signature has been verified as well. Throws
 * InvalidCredentialError.
 */
export function parseClaims(credential: string, expected: ExpectedClaims, now: Date): IdTokenClaims {
  if (credential.length > maxCredentialLength) throw new InvalidCredentialError('length')
  const said = parseIdToken(credential)
  const wrong = findInvalidClaim(said, expected, now.getTime() / 1000)
  if (wrong) throw new InvalidCredentialError(wrong)
  const { sub, email, name, nonce, hd } = said
  return {
    subject: sub,
    email,
    name: nameParameter.safeParse(name).data,
    nonce,
    isAuthoritative: hd !== undefined || getEmailKey(email).endsWith('@gmail.com'),
  }
}

function parseIdToken(credential: string): IdTokenPayload {
  try {
    header.parse(decodeProtectedHeader(credential))
    return payload.parse(decodeJwt(credential))
  } catch (error) {
    const isNamed = error instanceof z.ZodError
    throw new InvalidCredentialError(
      isNamed ? error.issues.map(({ path }) => path.join('.')).join(' ') : 'form',
    )
  }
}

/** The first claim that is wrong. */
function findInvalidClaim(
  said: IdTokenPayload,
  { clientId, issuers, email }: ExpectedClaims,
  now: number,
): string | undefined {
  const isRight = {
    iss: issuers.includes(said.iss),
    aud: said.aud === clientId,
    azp: said.azp === undefined || said.azp === clientId,
    exp: said.exp > now - clockSkewSeconds,
    iat: said.iat < now + clockSkewSeconds && said.iat > now - maxTokenAgeSeconds,
    nbf: said.nbf === undefined || said.nbf < now + clockSkewSeconds,
    email: getEmailKey(said.email) === getEmailKey(email),
  }
  return Object.entries(isRight).find(([, is]) => !is)?.[0]
}
