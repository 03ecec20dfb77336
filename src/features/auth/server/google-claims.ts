import { decodeJwt, decodeProtectedHeader } from 'jose'
import { z } from 'zod'
import { getEmailKey } from '#features/users/email-key.ts'
import { emailParameter, nameParameter } from '#shared/wire.ts'
import { tokenLifetimesMs } from '../spec.ts'

/** In characters; an ID token of Google has about a thousand. */
const longestCredential = 8192
/** Tolerated clock difference, in seconds. */
const skew = 60
/** No token for one of our nonces is older than the nonce, in seconds. */
const longestAge = tokenLifetimesMs.google / 1000 + skew

/** Why a credential is invalid. The reason is for the log only: the caller learns nothing. */
export class InvalidCredentialError extends Error {
  override readonly name = 'InvalidCredentialError'
}

export type Expected = {
  clientId: string
  /** The names that the issuer uses for itself. */
  issuers: readonly string[]
  /** The email address that the request claims. */
  email: string
}
/** The claims of an ID token that we use. */
export type Claims = {
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
type Payload = z.output<typeof payload>

/**
 * Parses an ID token and checks all that needs neither a key nor a query, so that most forgeries cost
 * nothing. Nothing in it counts before its signature has been verified as well. Throws
 * InvalidCredentialError.
 */
export function readClaims(credential: string, expected: Expected, now: Date): Claims {
  if (credential.length > longestCredential) throw new InvalidCredentialError('length')
  const said = parse(credential)
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

function parse(credential: string): Payload {
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
  said: Payload,
  { clientId, issuers, email }: Expected,
  now: number,
): string | undefined {
  const isRight = {
    iss: issuers.includes(said.iss),
    aud: said.aud === clientId,
    azp: said.azp === undefined || said.azp === clientId,
    exp: said.exp > now - skew,
    iat: said.iat < now + skew && said.iat > now - longestAge,
    nbf: said.nbf === undefined || said.nbf < now + skew,
    email: getEmailKey(said.email) === getEmailKey(email),
  }
  return Object.entries(isRight).find(([, is]) => !is)?.[0]
}
