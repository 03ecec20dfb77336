import { and, asc, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { deleteSessions } from '#db/queries/end-sessions.ts'
import { recordEvent } from '#db/queries/security-events.ts'
import { type UserRow, users } from '#db/schema.ts'
import type { UserStatus } from '#shared/column-values.ts'
import type { Role, SessionRef } from '#shared/contract.ts'
import { failures, RequestError } from '#shared/failure.ts'
import type { Actor } from '#shared/server/access/caller.ts'
import {
  cutPage,
  isAfterCursor,
  type ListPage,
  type PageRequest,
  selectMicroseconds,
} from '#shared/server/list-page.ts'
import type { ListedUser, SignedInUser } from '../contract.ts'
import { findEmailKey } from '../email-key.ts'
import { isActiveAdmin, presentSignedInUser } from '../role-and-status.ts'
import { userMessages } from '../texts-and-limits.ts'

export type UserService = ReturnType<typeof createUserService>

type UserServiceDeps = {
  db: Db
  /** Queues the email that notifies an account of its new admin role. */
  notifyNewAdmin: (tx: Db, userId: string) => Promise<void>
}
type UserChange = { email: string; role?: Role | undefined; status?: UserStatus | undefined }
type PlannedUserChange = { target: UserRow; role: Role; status: UserStatus }

const oldestFirst = { at: users.createdAt, keys: [users.id], isNewestFirst: false }

/** Lists accounts for admins and changes their roles and statuses. */
export function createUserService({ db, notifyNewAdmin }: UserServiceDeps) {
  return {
    async find(id: string): Promise<SignedInUser | undefined> {
      const [row] = await db.select().from(users).where(eq(users.id, id))
      return row && presentSignedInUser(row)
    },

    /** One page of all accounts, the oldest first, or of those whose email address contains a text. */
    async list(
      email: string | undefined,
      { limit, offset, after }: PageRequest,
    ): Promise<ListPage<ListedUser> & { total: number }> {
      const filter = email === undefined ? undefined : matchesEmail(email)
      const total = await db.$count(users, filter)
      const rows = await db
        .select({ row: users, at: selectMicroseconds(users.createdAt) })
        .from(users)
        .where(and(filter, isAfterCursor(oldestFirst, after)))
        .orderBy(asc(users.createdAt), asc(users.id))
        .limit(limit + 1)
        .offset(offset)
      const { items, next } = cutPage(rows, limit, ({ row, at }) => ({ at, keys: [row.id] }))
      return { items: items.map(({ row }) => serializeUser(row)), next, total }
    },

    /**
     * Changes an account's role or status. A role change or a block ends all sessions of the account, so that
     * a stolen token of a user cannot become an admin's.
     */
    change: (change: UserChange, actor: Actor): Promise<ListedUser> =>
      db.transaction(async (tx) => {
        const { before, after } = await changeUser(tx, change, actor)
        if (becomesAdmin(before, after)) await notifyNewAdmin(tx, after.id)
        return serializeUser(after)
      }),

    /** Ends all sessions of an account. */
    endSessions: (email: string, actor: Actor): Promise<void> =>
      db.transaction((tx) => endUserSessions(tx, email, actor)),
  }
}

type AppliedChange = { before: UserRow; after: UserRow }

async function changeUser(tx: Db, { email, ...change }: UserChange, actor: Actor): Promise<AppliedChange> {
  const target = await lockWithAdmins(tx, email)
  await assertStillAdmin(tx, actor.session)
  if (!target) throw createUserNotFound()
  const { role = target.role, status = target.status } = change
  if (becomesAdmin(target, { role }) && !target.verifiedAt)
    throw new RequestError({ status: 409, message: userMessages.unverified, code: 'EMAIL_NOT_VERIFIED' })
  const planned = { target, role, status }
  await assertAdminRemains(tx, planned)
  const isChanged = role !== target.role || status !== target.status
  return { before: target, after: isChanged ? await saveUserChange(tx, planned, actor) : target }
}

function becomesAdmin(before: Pick<UserRow, 'role'>, after: Pick<UserRow, 'role'>): boolean {
  return after.role === 'admin' && before.role !== 'admin'
}

async function endUserSessions(tx: Db, email: string, { session, caller }: Actor): Promise<void> {
  const key = findEmailKey(email)
  const [user] = key ? await tx.select().from(users).where(eq(users.emailKey, key)) : []
  if (!user) throw createUserNotFound()
  const endedCount = await deleteSessions(tx, user.id)
  await recordEvent(tx, {
    type: 'sessions-ended',
    actorId: session.userId,
    subjectId: user.id,
    caller,
    details: { count: String(endedCount) },
  })
}

/** Searches the literal text. A `+` arrives as a space, and no email address contains a NUL. */
function matchesEmail(text: string): SQL {
  const searchText = text.trim().replaceAll(' ', '+').toLowerCase()
  return searchText.includes('\0') ? sql`false` : sql`strpos(${users.emailKey}, ${searchText}) > 0`
}

/**
 * Locks the account and all admins in one statement and in one order, so that changes of role or status run one
 * after the other without deadlocks. Rows that are read afterwards stay unchanged until the end.
 */
async function lockWithAdmins(tx: Db, email: string): Promise<UserRow | undefined> {
  const key = findEmailKey(email)
  const hasKey = key === undefined ? undefined : eq(users.emailKey, key)
  const rows = await tx
    .select()
    .from(users)
    .where(or(eq(users.role, 'admin'), hasKey))
    .orderBy(asc(users.id))
    .for('no key update')
  return rows.find(({ emailKey }) => emailKey === key)
}

/** Checks again under the lock: an admin who was demoted while this call waited has no access any more. */
async function assertStillAdmin(tx: Db, { userId }: SessionRef): Promise<void> {
  const [actor] = await tx.select().from(users).where(eq(users.id, userId))
  if (!actor || !isActiveAdmin(actor)) throw new RequestError(failures.forbidden)
}

function createUserNotFound(): RequestError {
  return new RequestError({ status: 404, message: userMessages.unknown, code: 'USER_NOT_FOUND' })
}

async function assertAdminRemains(tx: Db, { target, role, status }: PlannedUserChange): Promise<void> {
  if (!isActiveAdmin(target) || isActiveAdmin({ ...target, role, status })) return
  const otherAdmins = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.role, 'admin'),
        eq(users.status, 'active'),
        isNotNull(users.verifiedAt),
        ne(users.id, target.id),
      ),
    )
    .limit(1)
  if (otherAdmins.length === 0)
    throw new RequestError({ status: 409, message: userMessages.lastAdmin, code: 'LAST_ADMIN' })
}

/** Saves the change, ends sessions if needed, and records the events, in one transaction. */
async function saveUserChange(
  tx: Db,
  { target, role, status }: PlannedUserChange,
  { session, caller }: Actor,
): Promise<UserRow> {
  const [changed] = await tx
    .update(users)
    .set({ role, status, updatedAt: sql`now()` })
    .where(eq(users.id, target.id))
    .returning()
  if (!changed) throw new Error('A locked account was deleted.')
  const isBlocked = target.status === 'active' && status !== 'active'
  if (role !== target.role || isBlocked) await deleteSessions(tx, target.id)
  const event = { actorId: session.userId, subjectId: target.id, caller }
  if (role !== target.role)
    await recordEvent(tx, { ...event, type: 'role-changed', details: { old: target.role, new: role } })
  if (status !== target.status)
    await recordEvent(tx, { ...event, type: 'status-changed', details: { old: target.status, new: status } })
  return changed
}

function serializeUser(row: UserRow): ListedUser {
  return { ...presentSignedInUser(row), status: row.status, createdAt: row.createdAt.toISOString() }
}
