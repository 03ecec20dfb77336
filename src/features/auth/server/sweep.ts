import { and, eq, inArray, isNull, lt, ne, notExists, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { countedTypes } from '#db/event-counter.ts'
import {
  accessTokens,
  identities,
  limitCounters,
  oneTimeTokens,
  securityEvents,
  sessions,
  users,
} from '#db/schema.ts'
import { lives } from '../spec.ts'

/** How long what has ended is still kept, in ms. */
const kept = {
  oneTimeTokens: 86_400_000,
  events: 365 * 86_400_000,
  /** What anybody can cause, and what tells of accounts that were never anybody's. */
  strangers: 14 * 86_400_000,
} as const

export type Swept = Record<'access' | 'sessions' | 'links' | 'accounts' | 'counters' | 'events', number>

/** Deletes what nobody can use any more, and answers how much of each. Nothing depends on when it happens. */
export async function sweep(db: Db, now: Date): Promise<Swept> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const access = await db.delete(accessTokens).where(lt(accessTokens.expiresAt, now))
  const ended = await db.delete(sessions).where(or(lt(sessions.idleUntil, now), lt(sessions.expiresAt, now)))
  const links = await db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, before(kept.oneTimeTokens)))
  const accounts = await db.delete(users).where(isForgotten(db, before(lives.unverified)))
  const counters = await db.delete(limitCounters).where(lt(limitCounters.expire, now.getTime()))
  const events = await db
    .delete(securityEvents)
    .where(
      or(
        lt(securityEvents.createdAt, before(kept.events)),
        and(isStrangers(db), lt(securityEvents.createdAt, before(kept.strangers))),
      ),
    )
  return {
    access: access.rowCount ?? 0,
    sessions: ended.rowCount ?? 0,
    links: links.rowCount ?? 0,
    accounts: accounts.rowCount ?? 0,
    counters: counters.rowCount ?? 0,
    events: events.rowCount ?? 0,
  }
}

/** Registered and never proven to be anybody's; what an admin has judged stays. */
function isForgotten(db: Db, registeredBefore: Date) {
  const own = db.select({ id: identities.userId }).from(identities).where(eq(identities.userId, users.id))
  return and(
    isNull(users.verifiedAt),
    lt(users.createdAt, registeredBefore),
    eq(users.role, 'user'),
    eq(users.status, 'active'),
    notExists(own),
  )
}

/** Caused without an account that anybody has proven to be his. */
function isStrangers(db: Db) {
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
