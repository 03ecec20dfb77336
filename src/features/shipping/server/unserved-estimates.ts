import { lt, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { unservedEstimates } from '#db/schema.ts'
import type { Caller } from '#shared/contract.ts'
import { formatUtcDay } from '#shared/format/format-date.ts'
import { getNetwork } from '#shared/server/access/rate-limits.ts'
import { createBatchedCounter } from '#shared/server/cache/batched-counter.ts'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'
import { isCountedVisit, type Visit } from '#shared/server/visits.ts'
import { DAY_MS } from '#shared/time.ts'

export type UnservedEstimates = ReturnType<typeof createUnservedEstimates>

type UnservedEstimatesDeps = {
  db: Db
  warn: (message: string) => void
  now?: () => number
}

/** Who asks; not stored. */
type Visitor = Pick<Caller, 'address'> & Visit

/** Pairs of network and country that a process remembers for the day; beyond that the oldest count again. */
const maxCachedVisitors = 20_000
const keptDays = 90

/**
 * Counts the countries that people ask an estimate for and no line serves, by day. A network counts once a day and
 * country, and only in memory is known that it did.
 */
export function createUnservedEstimates({ db, warn, now = Date.now }: UnservedEstimatesDeps) {
  const counted = createBoundedCache<{ day: string }>(maxCachedVisitors, { ttl: DAY_MS, clock: now })
  const counter = createBatchedCounter({ store: (counts) => addRequests(db, counts), warn })
  return {
    /** `country` is a code of `/country.json`. Programs, prefetches and people who opt out do not count. */
    count(country: string, visitor: Visitor): void {
      if (visitor.address === '' || !isCountedVisit(visitor)) return
      const day = formatUtcDay(now())
      const key = `${getNetwork(visitor.address)} ${country}`
      if (counted.get(key)?.day === day) return
      counted.set(key, { day })
      counter.add(`${day} ${country}`)
    },
    deleteOld: () =>
      db.delete(unservedEstimates).where(lt(unservedEstimates.day, formatUtcDay(now() - keptDays * DAY_MS))),
    flush: counter.flush,
    close: counter.close,
  }
}

async function addRequests(db: Db, counts: Map<string, number>): Promise<void> {
  // Rows are sorted, so that two processes lock them in the same order and cannot deadlock.
  const rows = [...counts].sort().map(([key, requests]) => {
    const [day = '', country = ''] = key.split(' ')
    return { day, country, requests }
  })
  await db
    .insert(unservedEstimates)
    .values(rows)
    .onConflictDoUpdate({
      target: [unservedEstimates.day, unservedEstimates.country],
      set: { requests: sql`${unservedEstimates.requests} + excluded.requests` },
    })
}
