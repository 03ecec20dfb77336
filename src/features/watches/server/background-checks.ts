import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { LRUCache } from 'lru-cache'
import type { Db } from '#db/client.ts'
import { matchesInfo } from '#db/queries/known-item.ts'
import { itemPrices, productInfos, qcSnapshots, users, watches } from '#db/schema.ts'
import { productLimits } from '#features/products/spec.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'
import { DAY_MS } from '#shared/time.ts'

/** Items that are looked at in one hour, and failures in a row after which the rest of them is left for the next. */
const maxItemsPerRun = 200
const maxFailures = 3
const maxTracked = 50_000

type BackgroundChecksDeps = {
  db: Db
  /**
   * Finds an item's information, from a source if need be; that is then an observation. Returns the outcome.
   */
  findInfo: (item: ItemKey) => Promise<{ state: string }>
  /** Asks the outside sources of photos; null when they all fail. */
  findPhotos: (item: ItemKey) => Promise<unknown>
  log: Pick<FastifyBaseLogger, 'warn'>
  clock?: () => number
}

/** Observes watched items, so that users are notified although the page is not visited. */
export function createBackgroundChecks({
  db,
  findInfo,
  findPhotos,
  log,
  clock = Date.now,
}: BackgroundChecksDeps) {
  const looked = createBoundedCache<true>(maxTracked, { ttl: productLimits.freshMs, clock })
  const asked = createBoundedCache<true>(maxTracked, { ttl: DAY_MS, clock })
  let running: Promise<void> | undefined
  let isClosed = false

  async function checkStaleItems(): Promise<void> {
    await askInTurn(
      await listStaleItems(db, new Date(clock() - productLimits.freshMs)),
      looked,
      async (item) => {
        return (await findInfo(item)).state !== 'unavailable'
      },
    )
    await askInTurn(await listItemsForPhotos(db, new Date(clock() - DAY_MS)), asked, async (item) => {
      return (await findPhotos(item)) !== null
    })
  }

  /** One after the other, each once in its time; sources that fail are left alone until the next hour. */
  async function askInTurn(
    items: ItemKey[],
    before: LRUCache<string, true>,
    ask: (item: ItemKey) => Promise<boolean>,
  ) {
    const due = items.filter((item) => !before.get(formatItemKey(item))).slice(0, maxItemsPerRun)
    let failures = 0
    for (const item of due) {
      if (isClosed || failures >= maxFailures) return
      const isAnswered = await ask(item).catch((error) => {
        log.warn({ err: error, ...item }, 'a watched item could not be checked')
        return false
      })
      failures = isAnswered ? 0 : failures + 1
      if (isAnswered) before.set(formatItemKey(item), true)
    }
  }

  return {
    /** Starts, unless it is running, and returns at once; await `settled` for the end. */
    begin(): void {
      if (isClosed || running) return
      running = checkStaleItems()
        .catch((error) => log.warn({ err: error }, 'watched items could not be checked'))
        .finally(() => {
          running = undefined
        })
    },
    settled: () => running ?? Promise.resolve(),
    async close(): Promise<void> {
      isClosed = true
      await running
    },
  }
}

const formatItemKey = ({ shopType, itemId }: ItemKey) => `${shopType}/${itemId}`

/** Items are observed only for accounts that can be notified. */
const isTold = and(eq(users.id, watches.userId), eq(users.status, 'active'), isNotNull(users.verifiedAt))

/**
 * Watched items whose last observation is older, the oldest first. The catalogue's own information needs no
 * source.
 */
async function listStaleItems(db: Db, before: Date): Promise<ItemKey[]> {
  const lastLook = sql`greatest(max(${productInfos.fetchedAt}), (
    select max(last_seen) from ${itemPrices} seen
    where seen.shop_type = ${watches.shopType} and seen.item_id = ${watches.itemId} and seen.source <> 'catalogue'
  ))`
  return db
    .select({ shopType: watches.shopType, itemId: watches.itemId })
    .from(watches)
    .innerJoin(users, isTold)
    .leftJoin(productInfos, matchesInfo(watches))
    .where(or(isNull(productInfos.source), ne(productInfos.source, 'catalogue')))
    .groupBy(watches.shopType, watches.itemId)
    .having(sql`coalesce(${lastLook} <= ${before}, true)`)
    .orderBy(sql`${lastLook} asc nulls first`, watches.shopType, watches.itemId)
    .limit(maxTracked)
}

/** Watched items whose outside photos were not requested since then, the longest ago first. */
async function listItemsForPhotos(db: Db, before: Date): Promise<ItemKey[]> {
  const lastAsked = sql`max(${qcSnapshots.fetchedAt})`
  const isOfItem = and(eq(qcSnapshots.shopType, watches.shopType), eq(qcSnapshots.itemId, watches.itemId))
  return db
    .select({ shopType: watches.shopType, itemId: watches.itemId })
    .from(watches)
    .innerJoin(users, isTold)
    .leftJoin(qcSnapshots, isOfItem)
    .where(eq(watches.newPhotos, true))
    .groupBy(watches.shopType, watches.itemId)
    .having(sql`coalesce(${lastAsked} <= ${before}, true)`)
    .orderBy(sql`${lastAsked} asc nulls first`, watches.shopType, watches.itemId)
    .limit(maxTracked)
}
