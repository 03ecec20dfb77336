import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { LRUCache } from 'lru-cache'
import type { Db } from '#db/db.ts'
import { matchesInfo } from '#db/queries/known-item.ts'
import { itemPrices, productInfos, qcSnapshots, users, watches } from '#db/schema.ts'
import { productLimits } from '#features/products/texts-and-limits.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'
import { DAY_MS } from '#shared/time.ts'

/** Items checked per hourly run. */
const maxItemsPerRun = 200
/** Consecutive failures after which a run ends. */
const maxFailures = 3
const maxTracked = 50_000

type BackgroundChecksDeps = {
  db: Db
  /** Finds an item's information; asking a source for it creates an observation. */
  findInfo: (item: ItemKey) => Promise<{ state: string }>
  /** Asks the photo sources; null when all of them fail. */
  findPhotos: (item: ItemKey) => Promise<unknown>
  log: Pick<FastifyBaseLogger, 'warn'>
  clock?: () => number
}

/** Observes watched items, so that users are notified even when no one opens the item's page. */
export function createBackgroundChecks({
  db,
  findInfo,
  findPhotos,
  log,
  clock = Date.now,
}: BackgroundChecksDeps) {
  const checkedItems = createBoundedCache<true>(maxTracked, { ttl: productLimits.freshMs, clock })
  const photoCheckedItems = createBoundedCache<true>(maxTracked, { ttl: DAY_MS, clock })
  let running: Promise<void> | undefined
  let isClosed = false

  async function checkStaleItems(): Promise<void> {
    await checkInTurn(
      await listStaleItems(db, new Date(clock() - productLimits.freshMs)),
      checkedItems,
      async (item) => {
        return (await findInfo(item)).state !== 'unavailable'
      },
    )
    await checkInTurn(
      await listItemsForPhotos(db, new Date(clock() - DAY_MS)),
      photoCheckedItems,
      async (item) => {
        return (await findPhotos(item)) !== null
      },
    )
  }

  /** Checks items one after the other, without recently checked ones; ends after too many failures in a row. */
  async function checkInTurn(
    items: ItemKey[],
    recent: LRUCache<string, true>,
    check: (item: ItemKey) => Promise<boolean>,
  ) {
    const dueItems = items.filter((item) => !recent.get(formatItemKey(item))).slice(0, maxItemsPerRun)
    let failures = 0
    for (const item of dueItems) {
      if (isClosed || failures >= maxFailures) return
      const isChecked = await check(item).catch((error) => {
        log.warn(
          { err: error, ...item },
          'A watched item could not be checked. The next hourly run tries again.',
        )
        return false
      })
      failures = isChecked ? 0 : failures + 1
      if (isChecked) recent.set(formatItemKey(item), true)
    }
  }

  return {
    /** Starts a run unless one is running, and returns at once; await `settled` for its end. */
    begin(): void {
      if (isClosed || running) return
      running = checkStaleItems()
        .catch((error) =>
          log.warn({ err: error }, 'Watched items could not be checked. The next hourly run tries again.'),
        )
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
const isNotifiable = and(
  eq(users.id, watches.userId),
  eq(users.status, 'active'),
  isNotNull(users.verifiedAt),
)

/**
 * Watched items whose last observation is older than `before`, the oldest first. Information of our own catalogue
 * comes from no source and is skipped.
 */
async function listStaleItems(db: Db, before: Date): Promise<ItemKey[]> {
  const lastObservation = sql`greatest(max(${productInfos.fetchedAt}), (
    select max(last_seen) from ${itemPrices} seen
    where seen.shop_type = ${watches.shopType} and seen.item_id = ${watches.itemId} and seen.source <> 'catalogue'
  ))`
  return db
    .select({ shopType: watches.shopType, itemId: watches.itemId })
    .from(watches)
    .innerJoin(users, isNotifiable)
    .leftJoin(productInfos, matchesInfo(watches))
    .where(or(isNull(productInfos.source), ne(productInfos.source, 'catalogue')))
    .groupBy(watches.shopType, watches.itemId)
    .having(sql`coalesce(${lastObservation} <= ${before}, true)`)
    .orderBy(sql`${lastObservation} asc nulls first`, watches.shopType, watches.itemId)
    .limit(maxTracked)
}

/** Watched items whose photos were not fetched from sources since `before`, the oldest first. */
async function listItemsForPhotos(db: Db, before: Date): Promise<ItemKey[]> {
  const lastFetched = sql`max(${qcSnapshots.fetchedAt})`
  const isOfItem = and(eq(qcSnapshots.shopType, watches.shopType), eq(qcSnapshots.itemId, watches.itemId))
  return db
    .select({ shopType: watches.shopType, itemId: watches.itemId })
    .from(watches)
    .innerJoin(users, isNotifiable)
    .leftJoin(qcSnapshots, isOfItem)
    .where(eq(watches.newPhotos, true))
    .groupBy(watches.shopType, watches.itemId)
    .having(sql`coalesce(${lastFetched} <= ${before}, true)`)
    .orderBy(sql`${lastFetched} asc nulls first`, watches.shopType, watches.itemId)
    .limit(maxTracked)
}
