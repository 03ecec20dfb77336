import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { deleteSessions } from '#db/queries/end-sessions.ts'
import { recordEvent } from '#db/queries/security-events.ts'
import { identities, type UserRow, users } from '#db/schema.ts'
import { getEmailKey } from '#features/users/email-key.ts'
import type { Caller } from '#shared/contract.ts'
import { RequestError } from '#shared/failure.ts'
import { authMessages } from '../../texts-and-limits.ts'
import type { LoginLimits } from '../login-limits.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { revokeTokens } from '../one-time-tokens.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Google, GoogleClaims } from './google.ts'

export type GoogleLogin = ReturnType<typeof createGoogleLogin>

type GoogleLoginDeps = {
  db: Db
  /** Undefined where the operator has not configured it. */
  google: Google | undefined
  passwords: Passwords
  limits: LoginLimits
  mails: MailQueue
}
type GoogleInput = { email: string; credential?: string | undefined; password?: string | undefined }
/**
 * The account of a credential. `spend`, called in the session's transaction, ensures that the credential is
 * used only once.
 */
type AuthenticatedAccount = { userId: string; spend: (tx: Db) => Promise<void> }
/** Proof that a new account's email address belongs to its owner. */
type AddressProof = { link: (tx: Db, userId: string, caller: Caller) => Promise<void> }
type GoogleLoginAttempt = { claims: GoogleClaims; caller: Caller }
/** `owner`: the account is linked only after its password was verified. */
type AccountMatch = { userId: string } | { owner: UserRow }

const problems = {
  refused: { status: 401, message: authMessages.googleRefused, code: 'GOOGLE_REFUSED' },
  wrong: { status: 401, message: authMessages.wrongLogin, code: 'WRONG_LOGIN' },
  blocked: { status: 403, message: authMessages.blocked, code: 'ACCOUNT_BLOCKED' },
  unknown: { status: 404, message: authMessages.accountNotFound, code: 'ACCOUNT_NOT_FOUND' },
  passwordRequired: { status: 403, message: authMessages.passwordRequired, code: 'PASSWORD_REQUIRED' },
  taken: { status: 409, message: authMessages.exists, code: 'EMAIL_EXISTS' },
} as const

/** §4 Google login: finds the account of a verified credential. */
export function createGoogleLogin(deps: GoogleLoginDeps) {
  const { google } = deps
  return {
    async begin(): Promise<{ nonce: string; authorizationUrl: string }> {
      if (!google)
        throw new RequestError({ status: 404, message: authMessages.googleOff, code: 'GOOGLE_OFF' })
      return google.begin()
    },

    /** Finds the account, and links it first if needed. An email address without a credential is rejected. */
    async authenticate(
      { email, credential, password }: GoogleInput,
      caller: Caller,
    ): Promise<AuthenticatedAccount> {
      if (!google) throw new RequestError(problems.refused)
      const claims = await google.check(credential, email)
      const userId = await findOrLink(deps, { claims, caller }, password)
      return { userId, spend: (tx) => google.use(tx, claims) }
    },

    /** Undefined for a credential that proves nothing about the email address. */
    async findAddressProof(credential: string, email: string): Promise<AddressProof | undefined> {
      const claims = await google?.check(credential, email).catch((error: unknown) => {
        if (error instanceof RequestError) return undefined
        throw error
      })
      return (
        claims && {
          link: async (tx, userId, caller) => {
            const isLinked = await linkIdentity(tx, userId, { claims, caller })
            if (!isLinked) throw new RequestError(problems.taken)
          },
        }
      )
    },
  }
}

async function findOrLink(
  deps: GoogleLoginDeps,
  attempt: GoogleLoginAttempt,
  password: string | undefined,
): Promise<string> {
  const match = await deps.db.transaction((tx) => resolveAccount(tx, deps, attempt))
  if ('userId' in match) return match.userId
  if (password === undefined) throw new RequestError(problems.passwordRequired)
  const provenHash = await provePassword(deps, match.owner, { password, caller: attempt.caller })
  const provenMatch = await deps.db.transaction((tx) => resolveAccount(tx, deps, attempt, provenHash))
  if ('userId' in provenMatch) return provenMatch.userId
  throw new RequestError(problems.wrong) // The password was changed meanwhile.
}

/** Verifies the password outside of a transaction, because hashing is slow. Failures count like those of a login. */
async function provePassword(
  { passwords, limits }: GoogleLoginDeps,
  owner: UserRow,
  { password, caller }: { password: string; caller: Caller },
): Promise<string | null> {
  const verify = () => passwords.verify(owner.passwordHash, password)
  const guess = { account: owner.emailKey, caller, isKnownDevice: false }
  if (await limits.guess(guess, verify)) return owner.passwordHash
  throw new RequestError(problems.wrong)
}

/** Locks the account, so that of two concurrent first logins the second sees the link made by the first. */
async function resolveAccount(
  tx: Db,
  deps: GoogleLoginDeps,
  attempt: GoogleLoginAttempt,
  provenHash?: string | null,
): Promise<AccountMatch> {
  const { claims } = attempt
  const key = getEmailKey(claims.email)
  const [owner] = await tx.select().from(users).where(eq(users.emailKey, key)).for('update')
  const linked = await findLinkedUser(tx, claims)
  const user = linked ?? owner
  if (!user) throw new RequestError(problems.unknown)
  if (user.status !== 'active') throw new RequestError(problems.blocked)
  if (linked) return { userId: linked.id }
  if (!user.verifiedAt) return claimUnverifiedAccount(tx, user, attempt)
  const isProven = typeof provenHash === 'string' && provenHash === user.passwordHash
  const isTrustedOwner = claims.isAuthoritative && !(await hasIdentity(tx, user.id, claims.issuer))
  return isProven || isTrustedOwner ? linkVerifiedAccount(tx, deps, user, attempt) : { owner: user }
}

async function findLinkedUser(tx: Db, { issuer, subject }: GoogleClaims): Promise<UserRow | undefined> {
  const [row] = await tx
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return row?.user
}

async function hasIdentity(tx: Db, userId: string, issuer: string): Promise<boolean> {
  const [identity] = await tx
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.issuer, issuer)))
  return identity !== undefined
}

/**
 * Prevents account pre-hijacking: when the email address was never verified, the Google user gets the
 * account, and its password, sessions, links and name are discarded.
 */
async function claimUnverifiedAccount(
  tx: Db,
  owner: UserRow,
  attempt: GoogleLoginAttempt,
): Promise<AccountMatch> {
  await tx.delete(identities).where(eq(identities.userId, owner.id))
  await assertLinked(tx, owner.id, attempt)
  const now = sql`now()`
  await tx
    .update(users)
    .set({ passwordHash: null, verifiedAt: now, updatedAt: now, name: attempt.claims.name ?? owner.name })
    .where(eq(users.id, owner.id))
  await deleteSessions(tx, owner.id)
  await revokeTokens(tx, owner.id)
  return { userId: owner.id }
}

/** Replaces a link to another Google account of the same issuer. */
async function linkVerifiedAccount(
  tx: Db,
  { mails }: GoogleLoginDeps,
  owner: UserRow,
  attempt: GoogleLoginAttempt,
): Promise<AccountMatch> {
  const { issuer } = attempt.claims
  await tx.delete(identities).where(and(eq(identities.userId, owner.id), eq(identities.issuer, issuer)))
  await assertLinked(tx, owner.id, attempt)
  await mails.add(tx, { kind: 'google-linked', userId: owner.id })
  return { userId: owner.id }
}

async function assertLinked(tx: Db, userId: string, attempt: GoogleLoginAttempt): Promise<void> {
  if (!(await linkIdentity(tx, userId, attempt))) throw new RequestError(problems.refused)
}

/** Returns false when the identity is already linked to another account. */
async function linkIdentity(
  tx: Db,
  userId: string,
  { claims, caller }: GoogleLoginAttempt,
): Promise<boolean> {
  const { issuer, subject } = claims
  const linked = await tx
    .insert(identities)
    .values({ issuer, subject, userId })
    .onConflictDoNothing()
    .returning({ subject: identities.subject })
  if (linked.length === 0) return false
  await recordEvent(tx, { type: 'google-linked', actorId: userId, subjectId: userId, caller })
  return true
}
