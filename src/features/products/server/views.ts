import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { products } from '#db/schema.ts'
import type { Caller } from '#shared/contract.ts'
import { productLimits } from '../spec.ts'

export type ViewCounter = ReturnType<typeof createViewCounter>

type Deps = {
  db: Db
  /** Told when views could not be stored; they are kept for the next time. */
  warn: (message: string) => void
  now?: () => number
  /** Visitor and product pairs remembered at most; beyond that the oldest are forgotten. */
  memory?: number
}

const FLUSH_MS = 10_000
const DAY_MS = 86_400_000

/** What tells one visitor from another. */
type Visit = Pick<Caller, 'address' | 'userAgent' | 'isPrefetch'>

/**
 * Counts views in memory and stores them now and then, so that a read never waits for a write.
 * A visitor is known by a hash of address and browser, salted anew each day, for half an hour per product.
 */
export function createViewCounter({ db, warn, now = Date.now, memory = 50_000 }: Deps) {
  /** Visitor and product, with the time until which they count as one view; oldest first. */
  const seen = new Map<string, number>()
  let waiting = new Map<string, number>()
  let salt = { day: 0, bytes: randomBytes(16) }
  let flushing = Promise.resolve()

  function visitorOf({ address, userAgent }: Visit): string {
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

  async function store(): Promise<void> {
    const counted = waiting
    if (counted.size === 0) return
    waiting = new Map()
    try {
      await addViews(db, counted)
    } catch (error) {
      for (const [id, views] of counted) waiting.set(id, (waiting.get(id) ?? 0) + views)
      warn(`Views could not be stored: ${error instanceof Error ? error.message : error}`)
    }
  }

  /** Stores what waits; one at a time, so that views put back after a failure are not lost. */
  function flush(): Promise<void> {
    flushing = flushing.then(store)
    return flushing
  }

  const timer = setInterval(flush, FLUSH_MS).unref()
  return {
    /** Notes a view by product `_id`; browsers fetching ahead and our own rendering are not visits. */
    count(productId: string, caller: Visit): void {
      if (caller.isPrefetch || caller.address === '') return
      forgetOld()
      const key = `${visitorOf(caller)} ${productId}`
      if (seen.has(key)) return
      seen.set(key, now() + productLimits.viewWindowMs)
      waiting.set(productId, (waiting.get(productId) ?? 0) + 1)
    },
    flush,
    close(): Promise<void> {
      clearInterval(timer)
      return flush()
    },
    remembered: () => seen.size,
  }
}

async function addViews(db: Db, views: Map<string, number>): Promise<void> {
  const ids = sql.param([...views.keys()])
  const counts = sql.param([...views.values()])
  await db.execute(sql`
    update ${products} set total_view = total_view + added.views
    from unnest(${ids}::uuid[], ${counts}::int[]) as added(id, views)
    where ${products.id} = added.id`)
}
