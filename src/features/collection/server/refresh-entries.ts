import { AsyncLocalStorage } from 'node:async_hooks'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import { readKnownItem } from '#db/queries/known-item.ts'
import { readVariant } from '#db/queries/shown-variant.ts'
import { collectionEntries } from '#db/schema.ts'
import { productLimits } from '#features/products/spec.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'
import { HOUR_MS } from '#shared/time.ts'
import { createEntrySnapshot } from './entry-snapshot.ts'
import type { SeenEntry } from './service.ts'

/**
 * How many items are fetched at a time, how many may wait for that, and for how long none is fetched again.
 */
const maxConcurrent = 8
const maxWaiting = 1_000
const minIntervalMs = HOUR_MS
const maxRemembered = 50_000

/** `isDue`: it is to be fetched, and not only to be filled from stored data. */
type RefreshJob = { item: ItemKey; isDue: boolean }
type EntryRefresherDeps = {
  db: Db
  /** Finds an item's information, from a source if need be, and stores it. */
  findInfo: (item: ItemKey) => Promise<unknown>
  log: Pick<FastifyBaseLogger, 'warn'>
  clock?: () => number
}

/**
 * Refreshes stale collection items in the background and fills missing snapshots. Errors are logged, never
 * returned.
 */
export function createEntryRefresher({ db, findInfo, log, clock = Date.now }: EntryRefresherDeps) {
  const asked = createBoundedCache<true>(maxRemembered, { ttl: minIntervalMs, clock })
  const waiting = new Map<string, RefreshJob>()
  const running = new Set<Promise<void>>()
  // The background work is attributed to the site, not to the user's network.
  const outside = AsyncLocalStorage.snapshot()
  let isClosed = false

  const isOld = ({ source, fetchedAt }: SeenEntry) =>
    source !== 'catalogue' && clock() - (fetchedAt?.getTime() ?? 0) >= productLimits.freshMs

  async function refreshEntry({ item, isDue }: RefreshJob): Promise<void> {
    try {
      if (isDue) await findInfo(item)
      await fillSnapshot(db, item)
    } catch (error) {
      log.warn({ err: error, ...item }, 'a saved item could not be refreshed')
    }
  }

  function startNext(): void {
    for (const [name, job] of waiting) {
      if (isClosed || running.size >= maxConcurrent) return
      waiting.delete(name)
      const work: Promise<void> = outside(refreshEntry, job).finally(() => {
        running.delete(work)
        startNext()
      })
      running.add(work)
    }
  }

  return {
    /** Queues the viewed entries, and returns at once. */
    add(seen: readonly SeenEntry[]): void {
      for (const one of seen) {
        const { shopType, itemId, title } = one.entry
        const name = `${shopType}/${itemId}`
        const isDue = isOld(one) && !asked.get(name)
        const isToFill = title === null && Boolean(one.known?.title)
        if (isClosed || waiting.size >= maxWaiting || !(isDue || isToFill)) continue
        if (isDue) asked.set(name, true)
        waiting.set(name, { item: { shopType, itemId }, isDue: isDue || waiting.get(name)?.isDue === true })
      }
      startNext()
    },
    /** Starts nothing any more; resolves when the work in progress is done. */
    async close(): Promise<void> {
      isClosed = true
      waiting.clear()
      await Promise.all(running)
    },
  }
}

/** Fills entries without a snapshot, as soon as data is there. */
async function fillSnapshot(db: Db, item: ItemKey): Promise<void> {
  const known = await readKnownItem(db, item)
  if (!known?.title) return
  const shown = (await readVariant(db, item, undefined)) ?? null
  const isItem = and(eq(collectionEntries.shopType, item.shopType), eq(collectionEntries.itemId, item.itemId))
  await db
    .update(collectionEntries)
    .set(createEntrySnapshot(known, shown))
    .where(and(isItem, isNull(collectionEntries.title)))
}
