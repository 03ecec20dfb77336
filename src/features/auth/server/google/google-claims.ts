import { decodeJwt, decodeProtectedHeader } from 'jose'
import { z } from 'zod'
import { getEmailKey } from '#features/users/email-key.ts'
import { emailParameter, nameParameter } from '#shared/wire.ts'
import { tokenLifetimesMs } from '../../texts-and-limits.ts'

/** In characters; an ID token of Google has about 1,000. */
const maxCredentialLength = 8192
/** Tolerated clock difference, in seconds. */
const clockSkewSeconds = 60
/** A token cannot be older than its nonce, in seconds. */
const maxTokenAgeSeconds = tokenLifetimesMs.google / 1000 + clockSkewSeconds

/** The reason why a credential is invalid. It is logged, and never sent to the caller. */
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
  /** When it was issued, and the period in which it is valid, in seconds since 1970. */
  times: { iat: number; nbf: number | undefined; exp: number }
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

const epochSeconds = z.number().int().min(0)
const payload = z.object({
  iss: z.string(),
  /** OpenID Connect: at most 255 ASCII characters. */
  sub: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  /** We trust no other audience, so a list has one entry. */
  aud: z.union([z.string(), z.tuple([z.string()]).transform(([only]) => only)]),
  azp: z.string().optional(),
  exp: epochSeconds,
  iat: epochSeconds,
  nbf: epochSeconds.optional(),
  nonce: z.string().min(1).max(200),
  email: emailParameter,
  email_verified: z.literal(true),
  name: z.unknown().optional(),
  hd: z.string().min(1).optional().catch(undefined),
})
type IdTokenPayload = z.output<typeof payload>

/**
 * Parses an ID token and checks everything that needs neither a key nor a query, so that most forgeries are
 * cheap. Its claims must not be used before the signature is verified. Throws InvalidCredentialError.
 */
export function parseClaims(credential: string, expected: ExpectedClaims): IdTokenClaims {
  if (credential.length > maxCredentialLength) throw new InvalidCredentialError('length')
  const claims = parseIdToken(credential)
  assertExpected(claims, expected)
  const { sub, email, name, nonce, hd, iat, nbf, exp } = claims
  return {
    subject: sub,
    email,
    name: nameParameter.safeParse(name).data,
    nonce,
    isAuthoritative: hd !== undefined || getEmailKey(email).endsWith('@gmail.com'),
    times: { iat, nbf, exp },
  }
}

/** Throws InvalidCredentialError for a token that is not valid at a time, in ms since 1970. */
export function assertTimely({ iat, nbf, exp }: IdTokenClaims['times'], nowMs: number): void {
  const now = nowMs / 1000
  assertAllTrue({
    exp: exp > now - clockSkewSeconds,
    iat: iat < now + clockSkewSeconds && iat > now - maxTokenAgeSeconds,
    nbf: nbf === undefined || nbf < now + clockSkewSeconds,
  })
}

function parseIdToken(credential: string): IdTokenPayload {
  try {
    header.parse(decodeProtectedHeader(credential))
    return payload.parse(decodeJwt(credential))
  } catch (error) {
    const isShapeError = error instanceof z.ZodError
    throw new InvalidCredentialError(
      isShapeError ? error.issues.map(({ path }) => path.join('.')).join(' ') : 'form',
    )
  }
}

function assertExpected(claims: IdTokenPayload, { clientId, issuers, email }: ExpectedClaims): void {
  assertAllTrue({
    iss: issuers.includes(claims.iss),
    aud: claims.aud === clientId,
    azp: claims.azp === undefined || claims.azp === clientId,
    email: getEmailKey(claims.email) === getEmailKey(email),
  })
}

function assertAllTrue(checks: Record<string, boolean>): void {
  const failedCheck = Object.entries(checks).find(([, isTrue]) => !isTrue)?.[0]
  if (failedCheck) throw new InvalidCredentialError(failedCheck)
}
