import { and, eq, inArray, isNull, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { databaseMs, databaseTime } from '#db/clock.ts'
import type { Db } from '#db/db.ts'
import { countedTypes } from '#db/queries/event-counter.ts'
import {
  accessTokens,
  identities,
  limitCounters,
  oneTimeTokens,
  securityEvents,
  sessions,
  users,
} from '#db/schema.ts'
import { DAY_MS } from '#shared/time.ts'
import { tokenLifetimesMs } from '../texts-and-limits.ts'

/** How long expired rows are kept, in ms. */
const retentionMs = {
  oneTimeTokens: DAY_MS,
  events: 365 * DAY_MS,
  /** Events that anyone can cause, and events of accounts that were never verified. */
  anonymousEvents: 14 * DAY_MS,
} as const

export type DeletedCounts = Record<
  'access' | 'sessions' | 'links' | 'accounts' | 'counters' | 'events',
  number
>

/**
 * Maximum stored events of each type that an account causes itself, such as logins: two a day for over a year.
 */
const maxOwnEvents = 1_000

/**
 * Deletes expired rows and returns how many of each kind. Nothing depends on when it runs.
 */
export async function deleteExpiredRows(db: Db): Promise<DeletedCounts> {
  const now = databaseTime()
  const before = (ms: number) => databaseTime(-ms)
  const access = await db.delete(accessTokens).where(lt(accessTokens.expiresAt, now))
  const ended = await db.delete(sessions).where(or(lt(sessions.idleUntil, now), lt(sessions.expiresAt, now)))
  const links = await db
    .delete(oneTimeTokens)
    .where(lt(oneTimeTokens.expiresAt, before(retentionMs.oneTimeTokens)))
  const accounts = await db.delete(users).where(isUnverifiedAccount(db, before(tokenLifetimesMs.unverified)))
  const counters = await db.delete(limitCounters).where(lt(limitCounters.expire, databaseMs))
  const events = await db
    .delete(securityEvents)
    .where(
      or(
        lt(securityEvents.createdAt, before(retentionMs.events)),
        and(isAnonymousEvent(db), lt(securityEvents.createdAt, before(retentionMs.anonymousEvents))),
      ),
    )
  const surplus = await deleteSurplusEvents(db)
  return {
    access: access.rowCount ?? 0,
    sessions: ended.rowCount ?? 0,
    links: links.rowCount ?? 0,
    accounts: accounts.rowCount ?? 0,
    counters: counters.rowCount ?? 0,
    events: (events.rowCount ?? 0) + surplus,
  }
}

/** Deletes the oldest events that an account caused itself, or with its own tokens, beyond the maximum. */
async function deleteSurplusEvents(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from security_events where id in (
      select surplus.id
      from (
        select subject_id, type from security_events
        where hour is null and coalesce(actor_id, subject_id) = subject_id
        group by subject_id, type having count(*) > ${maxOwnEvents}
      ) busy
      cross join lateral (
        select id from security_events
        where hour is null and coalesce(actor_id, subject_id) = subject_id
          and subject_id = busy.subject_id and type = busy.type
        order by created_at desc, id desc offset ${maxOwnEvents}
      ) surplus
    )`)
  return rowCount ?? 0
}

/** Accounts that were registered and never verified, except those that an admin has changed. */
function isUnverifiedAccount(db: Db, registeredBefore: SQL<Date>) {
  const linkedIdentity = db
    .select({ id: identities.userId })
    .from(identities)
    .where(eq(identities.userId, users.id))
  return and(
    isNull(users.verifiedAt),
    lt(users.createdAt, registeredBefore),
    eq(users.role, 'user'),
    eq(users.status, 'active'),
    notExists(linkedIdentity),
  )
}

/** Events that were caused without an account, or by an account that was never verified. */
function isAnonymousEvent(db: Db) {
  const later = alias(securityEvents, 'later')
  const laterEvent = db
    .select({ id: later.id })
    .from(later)
    .where(and(eq(later.subjectId, securityEvents.subjectId), ne(later.type, 'account-created')))
  const account = db.select({ id: users.id }).from(users).where(eq(users.id, securityEvents.subjectId))
  return or(
    inArray(securityEvents.type, countedTypes),
    and(eq(securityEvents.type, 'account-created'), notExists(account), notExists(laterEvent)),
  )
}
