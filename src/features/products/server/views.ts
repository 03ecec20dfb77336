import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { lockPositions } from '#db/queries/positions.ts'
import { products, productViews } from '#db/schema.ts'
import type { Caller } from '#shared/contract.ts'
import { formatUtcDay } from '#shared/format/format-date.ts'
import { getNetwork } from '#shared/server/access/rate-limits.ts'
import { createBatchedCounter } from '#shared/server/cache/batched-counter.ts'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'
import { isCountedVisit, type Visit } from '#shared/server/visits.ts'
import { DAY_MS } from '#shared/time.ts'
import { serverLimits } from './limits.ts'

export type ViewCounter = ReturnType<typeof createViewCounter>

type ViewCounterDeps = {
  db: Db
  /** Called when views could not be stored. They are stored together with the next ones. */
  warn: (message: string) => void
  now?: () => number
  /** The maximum number of cached pairs of visitor and product. The oldest are evicted. */
  maxCachedVisits?: number
}

/** The properties that identify a visitor. */
type ProductVisit = Pick<Caller, 'address'> & Visit

/**
 * Counts views in memory and stores them at intervals, so that a read never waits for a write. A visitor is
 * identified by a hash of address and browser, salted anew each day, for half an hour per product. Browsers
 * can send any user agent, so the views per network are limited.
 */
export function createViewCounter({ db, warn, now = Date.now, maxCachedVisits = 50_000 }: ViewCounterDeps) {
  /** Visitor and product, with the time (epoch ms) until which they count as one view; oldest first. */
  const cachedVisits = new Map<string, number>()
  /** The number of recent visitors per network and product. */
  const networks = createBoundedCache<{ visitors: number }>(maxCachedVisits, {
    ttl: serverLimits.viewWindowMs,
    clock: now,
  })
  const counter = createBatchedCounter({ store: (counts) => addViews(db, counts), warn })
  const hashVisitor = createVisitorHash(now)

  function evictOldVisits(): void {
    for (const [key, until] of cachedVisits) {
      if (until > now() && cachedVisits.size < maxCachedVisits) return
      cachedVisits.delete(key)
    }
  }

  /** Counts one more visitor of a network. Returns false when the limit is reached. */
  function admitToNetwork({ address }: ProductVisit, productId: string): boolean {
    const key = `${getNetwork(address)} ${productId}`
    const network = networks.get(key) ?? { visitors: 0 }
    if (network.visitors === serverLimits.viewsPerNetwork) return false
    if (network.visitors === 0) networks.set(key, network)
    network.visitors += 1
    return true
  }

  return {
    /**
     * Counts a view of the product with this `_id`. Prefetches and our own rendering do not count. Programs and visitors who
     * opt out of tracking count in the product's total only, not in the views per day.
     */
    count(productId: string, caller: ProductVisit): void {
      if (caller.isPrefetch || caller.address === '') return
      evictOldVisits()
      const key = `${hashVisitor(caller)} ${productId}`
      if (cachedVisits.has(key) || !admitToNetwork(caller, productId)) return
      cachedVisits.set(key, now() + serverLimits.viewWindowMs)
      counter.add(`${formatUtcDay(now())} ${productId} ${isCountedVisit(caller)}`)
    },
    flush: counter.flush,
    close: counter.close,
    countCached: () => cachedVisits.size,
  }
}

/** Returns a function that hashes address and browser, salted anew each day. */
function createVisitorHash(now: () => number): (visitor: ProductVisit) => string {
  let salt = { day: 0, bytes: randomBytes(16) }
  return ({ address, userAgent }) => {
    const day = Math.floor(now() / DAY_MS)
    if (salt.day !== day) salt = { day, bytes: randomBytes(16) }
    return createHash('sha256').update(salt.bytes).update(`${address}\n${userAgent}`).digest('base64url')
  }
}

/** Adds views to the products' totals, and those of people to the views per day. Deleted products are skipped. */
async function addViews(db: Db, counts: Map<string, number>): Promise<void> {
  const keys = [...counts.keys()].map((key) => key.split(' '))
  const days = sql.param(keys.map(([day]) => day))
  const ids = sql.param(keys.map(([, id]) => id))
  const arePeople = sql.param(keys.map(([, , isPerson]) => isPerson === 'true'))
  const views = sql.param([...counts.values()])
  const rows = sql`unnest(${days}::date[], ${ids}::uuid[], ${arePeople}::boolean[], ${views}::int[])`
  await db.transaction(async (tx) => {
    await lockPositions(tx, products) // moving a product updates the same rows
    await tx.execute(sql`
      update ${products} set total_view = total_view + added.views
      from (select id, sum(views) as views from ${rows} as added(day, id, person, views) group by id) as added
      where ${products.id} = added.id`)
    await tx.execute(sql`
      insert into ${productViews} as kept (product_id, day, views)
      select added.id, added.day, added.views from ${rows} as added(day, id, person, views)
      join ${products} on ${products.id} = added.id where added.person order by 1, 2
      on conflict (product_id, day) do update set views = kept.views + excluded.views`)
  })
}
