import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { databaseMs } from '#db/clock.ts'
import type { Db } from '#db/db.ts'
import { oneTimeTokens } from '#db/schema.ts'
import { failures, RequestError } from '#shared/failure.ts'
import { paths } from '#shared/paths.ts'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import { authMessages, tokenLifetimesMs } from '../../texts-and-limits.ts'
import { issueToken } from '../one-time-tokens.ts'
import { generateSecret, hashSecret } from '../secrets.ts'
import { assertTimely, type IdTokenClaims, InvalidCredentialError, parseClaims } from './google-claims.ts'
import { createGoogleIssuer } from './google-issuer.ts'

export type Google = ReturnType<typeof createGoogle>
/**
 * The claims of a valid credential. The issuer and subject are an account's key; the email address is not.
 */
export type GoogleClaims = Omit<IdTokenClaims, 'nonce' | 'times'> & {
  issuer: string
  nonceHash: string
  boundTo: string
}

type GoogleDeps = {
  outbound: Outbound
  db: Db
  clientId: string
  issuer: string
  jwksUrl?: string | undefined
  publicUrl: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** Google's own tokens use either spelling. */
const googleIssuers = ['https://accounts.google.com', 'accounts.google.com']

const problems = {
  refused: { status: 401, message: authMessages.googleRefused, code: 'GOOGLE_REFUSED' },
  unavailable: { ...failures.busy, message: authMessages.googleOff, retryAfter: 30 },
} as const

/**
 * Login with an ID token of the configured OpenID issuer. A token is valid for one login: it contains our
 * nonce, which is bound to the first valid token that has it, and is spent when that token opens a session.
 */
export function createGoogle({ outbound, db, clientId, issuer, jwksUrl, publicUrl, log }: GoogleDeps) {
  const issuers = googleIssuers.includes(issuer) ? googleIssuers : [issuer]
  const source = createGoogleIssuer({ outbound, issuer, jwksUrl })

  async function checkCredential(credential: string, email: string): Promise<GoogleClaims> {
    const { nonce, times, ...claims } = parseClaims(credential, { clientId, issuers, email })
    const binding = { nonceHash: hashSecret(nonce), boundTo: hashSecret(credential) }
    const [nonceRow] = await db
      .select({ nowMs: databaseMs })
      .from(oneTimeTokens)
      .where(isUsableNonce(binding))
    if (!nonceRow) throw new InvalidCredentialError('nonce')
    assertTimely(times, nonceRow.nowMs)
    await source.verify(credential)
    await bindNonce(db, binding)
    return { ...claims, ...binding, issuer }
  }

  return {
    /** The issuer's login URL, with a new nonce. */
    async begin(): Promise<{ nonce: string; authorizationUrl: string }> {
      const endpoint = await source.authorizationEndpoint().catch((reason: unknown) => {
        logRejection(log, reason)
        throw new RequestError(problems.unavailable)
      })
      const nonce = await issueToken(db, { purpose: 'google', lifetimeMs: tokenLifetimesMs.google })
      return { nonce, authorizationUrl: createAuthorizationUrl(endpoint, { clientId, publicUrl, nonce }) }
    },

    /**
     * Throws 401 unless the token is valid, from the issuer, for this site, for this email address and with one
     * of our nonces.
     */
    async check(credential: string | undefined, email: string): Promise<GoogleClaims> {
      try {
        return await checkCredential(credential ?? '', email)
      } catch (reason) {
        logRejection(log, reason)
        throw new RequestError(problems.refused)
      }
    },

    /** Spends the nonce in the transaction that opens a session, so that a token opens only one. */
    use: spendNonce,
  }
}

/** Logs a rejection or a failure of the issuer. Any other error is a bug and is thrown again. */
function logRejection(log: GoogleDeps['log'], reason: unknown): void {
  if (reason instanceof InvalidCredentialError)
    log.info({ reason: reason.message }, 'A Google ID token was rejected.')
  else if (!(reason instanceof SourceError)) throw reason
  else if (reason.kind !== 'open') {
    log.warn({ source: 'google', kind: reason.kind, status: reason.status }, reason.message)
  }
}

type LoginParameters = Pick<GoogleDeps, 'clientId' | 'publicUrl'> & { nonce: string }

function createAuthorizationUrl(endpoint: string, { clientId, publicUrl, nonce }: LoginParameters): string {
  const url = new URL(endpoint)
  const parameters = {
    client_id: clientId,
    response_type: 'id_token',
    scope: 'openid email profile',
    redirect_uri: publicUrl + paths.googleReturn(),
    nonce,
    state: generateSecret(),
    prompt: 'select_account',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

type NonceBinding = Pick<GoogleClaims, 'nonceHash' | 'boundTo'>

/** A nonce of ours that has not expired, is unspent, and is not bound to another token. */
function isUsableNonce({ nonceHash, boundTo }: NonceBinding) {
  return and(
    eq(oneTimeTokens.hash, nonceHash),
    eq(oneTimeTokens.purpose, 'google'),
    gt(oneTimeTokens.expiresAt, sql`now()`),
    isNull(oneTimeTokens.usedAt),
    or(isNull(oneTimeTokens.boundTo), eq(oneTimeTokens.boundTo, boundTo)),
  )
}

async function bindNonce(db: Db, binding: NonceBinding): Promise<void> {
  const bound = await db
    .update(oneTimeTokens)
    .set({ boundTo: binding.boundTo })
    .where(isUsableNonce(binding))
    .returning({ hash: oneTimeTokens.hash })
  if (bound.length === 0) throw new InvalidCredentialError('nonce')
}

async function spendNonce(tx: Db, binding: NonceBinding): Promise<void> {
  const spent = await tx
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(isUsableNonce(binding))
    .returning({ hash: oneTimeTokens.hash })
  if (spent.length === 0) throw new RequestError(problems.refused)
}
