import { and, eq, inArray, isNull, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { databaseMs, databaseTime } from '#db/clock.ts'
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
import { tokenLifetimesMs } from '../spec.ts'

/** How long expired rows are kept, in ms. */
const retentionMs = {
  oneTimeTokens: DAY_MS,
  events: 365 * DAY_MS,
  /** What anybody can cause, and what tells of accounts that were never anybody's. */
  strangers: 14 * DAY_MS,
} as const

export type DeletedCounts = Record<
  'access' | 'sessions' | 'links' | 'accounts' | 'counters' | 'events',
  number
>

/**
 * Events of each kind that an account can cause on itself, such as logins: two a day for more than a year.
 */
const maxOwnEvents = 1_000

/**
 * Deletes rows that cannot be used any more, and returns how many of each. Nothing depends on when it runs.
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
        and(isAnonymousEvent(db), lt(securityEvents.createdAt, before(retentionMs.strangers))),
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

/** Of events that an account caused itself, or with its own tokens, the newest are kept. */
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

/** Registered and never verified; accounts that an admin has acted on stay. */
function isUnverifiedAccount(db: Db, registeredBefore: SQL<Date>) {
  const own = db.select({ id: identities.userId }).from(identities).where(eq(identities.userId, users.id))
  return and(
    isNull(users.verifiedAt),
    lt(users.createdAt, registeredBefore),
    eq(users.role, 'user'),
    eq(users.status, 'active'),
    notExists(own),
  )
}

/** Caused without an account, or by one that was never verified. */
function isAnonymousEvent(db: Db) {
  const proofs = alias(securityEvents, 'proofs')
  const proof = db
    .select({ id: proofs.id })
    .from(proofs)
    .where(and(eq(proofs.subjectId, securityEvents.subjectId), ne(proofs.type, 'account-created')))
  const account = db.select({ id: users.id }).from(users).where(eq(users.id, securityEvents.subjectId))
  return or(
    inArray(securityEvents.type, countedTypes),
    and(eq(securityEvents.type, 'account-created'), notExists(account), notExists(proof)),
  )
}
