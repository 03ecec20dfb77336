import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { deleteSessions } from '#db/queries/end-sessions.ts'
import { lockNumbers } from '#db/queries/lock-numbers.ts'
import { recordEvent } from '#db/queries/security-events.ts'
import { oneTimeTokens, users } from '#db/schema.ts'
import { getEmailKey } from '#features/users/email-key.ts'
import type { Caller } from '#shared/contract.ts'
import { RequestError } from '#shared/failure.ts'
import { paths } from '#shared/paths.ts'
import { authMessages, minAdminPasswordLength, tokenLifetimesMs } from '../texts-and-limits.ts'
import { findToken, issueToken, revokeTokens } from './one-time-tokens.ts'
import type { Passwords } from './passwords/passwords.ts'

export type FirstAdmin = ReturnType<typeof createFirstAdmin>

type NewAdmin = { email: string; password: string; name?: string | undefined }
/** How an admin was created without another admin. */
type AdminOrigin = { by: 'command' | 'environment' | 'set-up link'; caller?: Caller }
type AdminRecord = Omit<NewAdmin, 'password'> & { passwordHash: string }
type FirstAdminConfig = { account: NewAdmin | undefined; publicUrl: string }

const invalidLink = { status: 400, message: authMessages.invalidLink, code: 'INVALID_LINK' } as const

/**
 * The three ways to create an admin where there is none: the operator's command, two environment variables,
 * or a link printed at start.
 */
export function createFirstAdmin({ db, passwords }: { db: Db; passwords: Passwords }) {
  return {
    /**
     * Makes an account an admin with this password, or creates one, even if there already is an admin.
     */
    async create({ password, ...account }: NewAdmin, origin: AdminOrigin): Promise<void> {
      const passwordHash = await hashAdminPassword(passwords, password)
      await db.transaction(async (tx) => {
        await lockAdminCreation(tx)
        await saveAdmin(tx, { ...account, passwordHash }, origin)
      })
    },

    /** Uses the link that was printed at start, while there is no admin. */
    async setUp(
      { token, password, ...account }: NewAdmin & { token: string },
      caller: Caller,
    ): Promise<void> {
      // Checked before the expensive hash so that guessed links are cheap, and again in the transaction.
      await assertSetupOpen(db, token)
      const passwordHash = await hashAdminPassword(passwords, password)
      await db.transaction(async (tx) => {
        await lockAdminCreation(tx)
        await assertSetupOpen(tx, token)
        await deleteSetupLinks(tx)
        await saveAdmin(tx, { ...account, passwordHash }, { by: 'set-up link', caller })
      })
    },

    /**
     * Called at each start. If there is no admin, creates the one that the environment variables name, or a
     * link to create one; returns a message for the operator. Throws an Error with one sentence when the
     * password is invalid.
     */
    async prepare({ account, publicUrl }: FirstAdminConfig): Promise<string | undefined> {
      return db.transaction(async (tx) => {
        await lockAdminCreation(tx)
        await deleteSetupLinks(tx)
        if (await hasAdmin(tx)) return undefined
        return account ? createConfiguredAdmin(tx, passwords, account) : createSetupLink(tx, publicUrl)
      })
    },
  }
}

/** Why a password is too weak for an admin; undefined when it is valid. */
function validateAdminPassword(passwords: Passwords, password: string): string | undefined {
  const isShort = [...password].length < minAdminPasswordLength
  return isShort ? authMessages.shortPassword(minAdminPasswordLength) : passwords.validate(password)
}

async function hashAdminPassword(passwords: Passwords, password: string): Promise<string> {
  const message = validateAdminPassword(passwords, password)
  if (message) throw new RequestError({ status: 400, message, code: 'WEAK_PASSWORD' })
  return passwords.hash(password)
}

async function createConfiguredAdmin(
  tx: Db,
  passwords: Passwords,
  { email, password }: NewAdmin,
): Promise<string> {
  const message = validateAdminPassword(passwords, password)
  if (message) throw new Error(`The configuration is wrong. ADMIN_PASSWORD is invalid: ${message}`)
  await saveAdmin(tx, { email, passwordHash: await passwords.hash(password) }, { by: 'environment' })
  return 'Created the first admin: the account of ADMIN_EMAIL.'
}

async function createSetupLink(tx: Db, publicUrl: string): Promise<string> {
  const token = await issueToken(tx, { purpose: 'setup', lifetimeMs: tokenLifetimesMs.setup })
  const url = `${publicUrl}${paths.setUp()}?token=${token}`
  return `No admin yet. Create one with this link (works once, for 24 hours):\n  ${url}`
}

/** Of two concurrent calls only one can create the first admin. */
async function lockAdminCreation(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockNumbers.firstAdmin})`)
}

/** Whether an admin exists who can log in: active and verified. */
async function hasAdmin(db: Db): Promise<boolean> {
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.status, 'active'), isNotNull(users.verifiedAt)))
    .limit(1)
  return admins.length > 0
}

async function assertSetupOpen(db: Db, token: string): Promise<void> {
  const setupToken = await findToken(db, 'setup', token)
  if (!setupToken || setupToken.usedAt || (await hasAdmin(db))) throw new RequestError(invalidLink)
}

async function deleteSetupLinks(tx: Db): Promise<void> {
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.purpose, 'setup'))
}

async function saveAdmin(
  tx: Db,
  { name, email, passwordHash }: AdminRecord,
  { by, caller }: AdminOrigin,
): Promise<void> {
  const emailKey = getEmailKey(email)
  const adminFields = { role: 'admin', status: 'active', passwordHash } as const
  const [created] = await tx
    .insert(users)
    .values({ ...adminFields, name: name ?? 'Admin', email, emailKey, verifiedAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (created) {
    const details = { role: 'admin', by }
    await recordEvent(tx, { type: 'account-created', subjectId: created.id, caller, details })
    return
  }
  const [existing] = await tx.select().from(users).where(eq(users.emailKey, emailKey)).for('update')
  if (!existing)
    throw new Error('The account with this email address was deleted during the change. Try again.')
  await tx
    .update(users)
    .set({
      ...adminFields,
      name: name ?? existing.name,
      verifiedAt: sql`coalesce(${users.verifiedAt}, now())`,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, existing.id))
  await deleteSessions(tx, existing.id)
  await revokeTokens(tx, existing.id)
  const event = { subjectId: existing.id, caller }
  if (existing.role !== 'admin')
    await recordEvent(tx, {
      ...event,
      type: 'role-changed',
      details: { old: existing.role, new: 'admin', by },
    })
  if (existing.status !== 'active')
    await recordEvent(tx, {
      ...event,
      type: 'status-changed',
      details: { old: existing.status, new: 'active', by },
    })
  await recordEvent(tx, { ...event, type: 'password-changed', details: { by } })
}
