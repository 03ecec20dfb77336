import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
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
  /** Called when views could not be stored; they are stored with the next ones. */
  warn: (message: string) => void
  now?: () => number
  /** Maximum number of cached pairs of visitor and product; beyond that the oldest are evicted. */
  memory?: number
}

/** What tells one visitor from another. */
type ProductVisit = Pick<Caller, 'address'> & Visit

/**
 * Counts views in memory and stores them at intervals, so that a read never waits for a write. A visitor is
 * identified by a hash of address and browser, salted anew each day, for half an hour per product. Browsers
 * may claim anything about themselves, so views per network are limited.
 */
export function createViewCounter({ db, warn, now = Date.now, memory = 50_000 }: ViewCounterDeps) {
  /** Visitor and product, with the time until which they count as one view; oldest first. */
  const seen = new Map<string, number>()
  /** How many visitors of a product a network had lately. */
  const networks = createBoundedCache<{ visitors: number }>(memory, {
    ttl: serverLimits.viewWindowMs,
    clock: now,
  })
  const tally = createBatchedCounter({ store: (counted) => addViews(db, counted), warn })
  let salt = { day: 0, bytes: randomBytes(16) }

  function hashVisitor({ address, userAgent }: ProductVisit): string {
    const day = Math.floor(now() / DAY_MS)
    if (salt.day !== day) salt = { day, bytes: randomBytes(16) }
    return createHash('sha256').update(salt.bytes).update(`${address}\n${userAgent}`).digest('base64url')
  }

  function forgetOld(): void {
    for (const [key, until] of seen) {
      if (until > now() && seen.size < memory) return
      seen.delete(key)
    }
  }

  /** Counts one more visitor of a network, and returns false above the limit. */
  function hasRoom({ address }: ProductVisit, productId: string): boolean {
    const key = `${getNetwork(address)} ${productId}`
    const network = networks.get(key) ?? { visitors: 0 }
    if (network.visitors === serverLimits.viewsOfNetwork) return false
    if (network.visitors === 0) networks.set(key, network)
    network.visitors += 1
    return true
  }

  return {
    /**
     * Notes a view by product `_id`; a browser that looks ahead and our own rendering are not visits. Programs and
     * visitors who opt out count in the product's total, as its call says, but not in the figures by day.
     */
    count(productId: string, caller: ProductVisit): void {
      if (caller.isPrefetch || caller.address === '') return
      forgetOld()
      const key = `${hashVisitor(caller)} ${productId}`
      if (seen.has(key) || !hasRoom(caller, productId)) return
      seen.set(key, now() + serverLimits.viewWindowMs)
      tally.add(`${formatUtcDay(now())} ${productId} ${isCountedVisit(caller)}`)
    },
    flush: tally.flush,
    close: tally.close,
    remembered: () => seen.size,
  }
}

/** In all, and of people by day; what became of the product meanwhile does not matter. */
async function addViews(db: Db, counted: Map<string, number>): Promise<void> {
  const keys = [...counted.keys()].map((key) => key.split(' '))
  const days = sql.param(keys.map(([day]) => day))
  const ids = sql.param(keys.map(([, id]) => id))
  const people = sql.param(keys.map(([, , isPerson]) => isPerson === 'true'))
  const views = sql.param([...counted.values()])
  const added = sql`unnest(${days}::date[], ${ids}::uuid[], ${people}::boolean[], ${views}::int[])`
  await db.transaction(async (tx) => {
    await lockPositions(tx, products) // moving a product changes rows that are changed here
    await tx.execute(sql`
      update ${products} set total_view = total_view + added.views
      from (select id, sum(views) as views from ${added} as added(day, id, person, views) group by id) as added
      where ${products.id} = added.id`)
    await tx.execute(sql`
      insert into ${productViews} as kept (product_id, day, views)
      select added.id, added.day, added.views from ${added} as added(day, id, person, views)
      join ${products} on ${products.id} = added.id where added.person order by 1, 2
      on conflict (product_id, day) do update set views = kept.views + excluded.views`)
  })
}
