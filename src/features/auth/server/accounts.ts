import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { deleteSessions } from '#db/queries/end-sessions.ts'
import { recordEvent } from '#db/queries/security-events.ts'
import { users } from '#db/schema.ts'
import { getEmailKey } from '#features/users/email-key.ts'
import type { Caller, HandlerInput, SessionRef } from '#shared/contract.ts'
import { RequestError } from '#shared/failure.ts'
import type { AuthContract } from '../contract.ts'
import { authMessages } from '../texts-and-limits.ts'
import type { GoogleLogin } from './google/google-login.ts'
import type { LoginLimits } from './login-limits.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import { consumeToken, findToken, findTokenOwner, revokeTokens } from './one-time-tokens.ts'
import type { Passwords } from './passwords/passwords.ts'
import { hashSecret } from './secrets.ts'

export type AccountService = ReturnType<typeof createAccountService>

type AccountServiceDeps = {
  db: Db
  passwords: Passwords
  mails: MailQueue
  limits: LoginLimits
  google: GoogleLogin
  /** True: registering does not reveal whether an email address has an account. */
  isRegistrationPrivate: boolean
}
type LinkPurpose = 'verify' | 'reset' | 'unlock'
type NewAccount = HandlerInput<AuthContract['createUser']>['body']
type PasswordReset = { id: string; secret: string; newPassword: string }
type PasswordChange = { oldPassword: string; newPassword: string }

const problems = {
  exists: { status: 409, message: authMessages.exists, code: 'EMAIL_EXISTS' },
  invalidLink: { status: 400, message: authMessages.invalidLink, code: 'INVALID_LINK' },
  invalidUnlock: { status: 400, message: authMessages.invalidUnlock, code: 'INVALID_LINK' },
  wrongPassword: { status: 400, message: authMessages.wrongPassword, code: 'WRONG_PASSWORD' },
} as const

/**
 * Creates and verifies accounts, and sets passwords. A caller learns nothing about other users' accounts.
 */
export function createAccountService(deps: AccountServiceDeps) {
  const { db } = deps
  return {
    /**
     * §4 Register. An email address that has an account is rejected; in private mode its owner gets an email
     * instead. When the mailbox is over its limit, the link must be requested later.
     */
    create: (account: NewAccount, caller: Caller): Promise<void> => createAccount(deps, account, caller),

    /** The response is the same for every address; the email worker checks whether there is an account. */
    requestVerification: (email: string, caller: Caller): Promise<void> =>
      requestMail(deps, { kind: 'verify', email }, caller),

    /**
     * §4 Email verification. A link used a second time by its verified account succeeds again and does
     * nothing. Returns the address.
     */
    verify: (secret: string, caller: Caller): Promise<string> =>
      db.transaction((tx) => verifyEmail(tx, secret, caller)),

    /** §8 Forgot password. The response is the same for every address. */
    requestReset: (email: string, caller: Caller): Promise<void> =>
      requestMail(deps, { kind: 'reset', email }, caller),

    /**
     * Sets the password with an emailed link, which also proves the address. Ends all sessions and other links.
     */
    reset: (input: PasswordReset, caller: Caller): Promise<void> => resetPassword(deps, input, caller),

    /**
     * Uses an emailed link that lets one browser log in while wrong guesses lock the account for new devices;
     * returns its account. The login still requires the password.
     */
    unlock: (secret: string, caller: Caller): Promise<string> =>
      db.transaction((tx) => unlockBrowser(tx, secret, caller)),

    /** §4 Change password: requires the old one, and ends all sessions, including this one. */
    change: ({ userId }: SessionRef, input: PasswordChange, caller: Caller): Promise<void> =>
      changePassword(deps, { ...input, userId }, caller),
  }
}

async function createAccount(deps: AccountServiceDeps, account: NewAccount, caller: Caller): Promise<void> {
  const { db, passwords, mails, limits, google } = deps
  assertStrongPassword(passwords, account.password)
  const passwordHash = await passwords.hash(account.password)
  const proof = account.credential
    ? await google.findAddressProof(account.credential, account.email)
    : undefined
  const canMail = proof === undefined && (await limits.hasRoom('register', getEmailKey(account.email)))
  const isNew = await db.transaction(async (tx) => {
    const [created] = await tx
      .insert(users)
      .values({
        name: account.name,
        email: account.email,
        emailKey: getEmailKey(account.email),
        passwordHash,
        ...(proof && { verifiedAt: sql`now()` }),
      })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (!created) return false
    await proof?.link(tx, created.id, caller)
    await recordEvent(tx, { type: 'account-created', actorId: created.id, subjectId: created.id, caller })
    if (canMail) await mails.add(tx, { kind: 'verify', email: getEmailKey(account.email) })
    return true
  })
  if (!isNew) await rejectExistingEmail(deps, account.email)
}

async function verifyEmail(tx: Db, secret: string, caller: Caller): Promise<string> {
  const { user, token } = await lockAccount(tx, 'verify', secret)
  if (token.usedAt) return user.email
  await consumeToken(tx, token)
  await tx
    .update(users)
    .set({ verifiedAt: sql`coalesce(${users.verifiedAt}, now())`, updatedAt: sql`now()` })
    .where(eq(users.id, user.id))
  await recordEvent(tx, { type: 'email-verified', actorId: user.id, subjectId: user.id, caller })
  return user.email
}

async function resetPassword(deps: AccountServiceDeps, input: PasswordReset, caller: Caller): Promise<void> {
  const { db, passwords, limits } = deps
  assertStrongPassword(passwords, input.newPassword)
  // Checked before the expensive hash so that guessed links are cheap, and again in the transaction.
  await findAccountByLink(db, input)
  const passwordHash = await passwords.hash(input.newPassword)
  const key = await db.transaction(async (tx) => {
    const user = await findAccountByLink(tx, input)
    await tx
      .update(users)
      .set({
        passwordHash,
        verifiedAt: sql`coalesce(${users.verifiedAt}, now())`,
        updatedAt: sql`now()`,
      })
      .where(eq(users.id, user.id))
    await revokeAfterPasswordChange(tx, deps, user.id)
    await recordEvent(tx, { type: 'password-reset', actorId: user.id, subjectId: user.id, caller })
    return user.emailKey
  })
  await limits.resetCounters(key, caller)
}

async function unlockBrowser(tx: Db, secret: string, caller: Caller): Promise<string> {
  const { user, token } = await lockBoundAccount(tx, 'unlock', secret)
  if (user.status !== 'active') throw new RequestError(problems.invalidUnlock)
  await consumeToken(tx, token)
  await recordEvent(tx, { type: 'browser-unlocked', actorId: user.id, subjectId: user.id, caller })
  return user.id
}

async function changePassword(
  deps: AccountServiceDeps,
  { userId, oldPassword, newPassword }: PasswordChange & { userId: string },
  caller: Caller,
): Promise<void> {
  const { db, passwords, limits } = deps
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  const isCorrect = await limits.guessOwn(userId, () =>
    passwords.verify(user?.passwordHash ?? null, oldPassword),
  )
  if (!isCorrect) throw new RequestError(problems.wrongPassword)
  assertStrongPassword(passwords, newPassword)
  const passwordHash = await passwords.hash(newPassword)
  await db.transaction(async (tx) => {
    const [locked] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (locked?.passwordHash !== user?.passwordHash) throw new RequestError(problems.wrongPassword)
    await tx.update(users).set({ passwordHash, updatedAt: sql`now()` }).where(eq(users.id, userId))
    await revokeAfterPasswordChange(tx, deps, userId)
    await recordEvent(tx, { type: 'password-changed', actorId: userId, subjectId: userId, caller })
  })
}

function assertStrongPassword(passwords: Passwords, password: string): void {
  const message = passwords.validate(password)
  if (message) throw new RequestError({ status: 400, message, code: 'WEAK_PASSWORD' })
}

async function rejectExistingEmail(deps: AccountServiceDeps, email: string): Promise<void> {
  const { db, mails, limits } = deps
  if (!deps.isRegistrationPrivate) throw new RequestError(problems.exists)
  const key = getEmailKey(email)
  if (!(await limits.hasRoom('account-exists', key))) return
  const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.emailKey, key))
  if (owner) await mails.add(db, { kind: 'account-exists', userId: owner.id })
}

async function requestMail(
  { db, mails, limits }: AccountServiceDeps,
  { kind, email }: { kind: 'verify' | 'reset'; email: string },
  caller: Caller,
): Promise<void> {
  const key = getEmailKey(email)
  if (await limits.canSendMail(kind, key, caller)) await mails.add(db, { kind, email: key })
}

/** The account of a password link. Throws when the link belongs to another account. */
async function findAccountByLink(tx: Db, { id, secret }: { id: string; secret: string }) {
  const { user } = await lockBoundAccount(tx, 'reset', secret)
  if (user.id !== id) throw new RequestError(problems.invalidLink)
  return user
}

/** The account of a link that is unused and was issued for the current password. */
async function lockBoundAccount(tx: Db, purpose: 'reset' | 'unlock', secret: string) {
  const { user, token } = await lockAccount(tx, purpose, secret)
  const isBound = token.boundTo === hashSecret(user.passwordHash ?? '')
  if (token.usedAt || !isBound) throw createLinkError(purpose)
  return { user, token }
}

/** A valid token and its account, both locked until the transaction ends, the account first. */
async function lockAccount(tx: Db, purpose: LinkPurpose, secret: string) {
  const ownerId = await findTokenOwner(tx, purpose, secret)
  const [user] = ownerId ? await tx.select().from(users).where(eq(users.id, ownerId)).for('update') : []
  const token = user && (await findToken(tx, purpose, secret))
  if (!token) throw createLinkError(purpose)
  return { user, token }
}

function createLinkError(purpose: LinkPurpose): RequestError {
  return new RequestError(purpose === 'unlock' ? problems.invalidUnlock : problems.invalidLink)
}

/** Ends all sessions and links of the old password, including the link that was used. */
async function revokeAfterPasswordChange(
  tx: Db,
  { mails }: AccountServiceDeps,
  userId: string,
): Promise<void> {
  await deleteSessions(tx, userId)
  await revokeTokens(tx, userId)
  await mails.add(tx, { kind: 'password-changed', userId })
}
