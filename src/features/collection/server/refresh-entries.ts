import { AsyncLocalStorage } from 'node:async_hooks'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/db.ts'
import { readKnownItem } from '#db/queries/known-item.ts'
import { readVariant } from '#db/queries/shown-variant.ts'
import { collectionEntries } from '#db/schema.ts'
import { productLimits } from '#features/products/texts-and-limits.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'
import { HOUR_MS } from '#shared/time.ts'
import { createEntrySnapshot } from './entry-snapshot.ts'
import type { EntryWithItem } from './service.ts'

/** The maximum number of concurrent fetches. */
const maxConcurrent = 8
/** The maximum number of queued items. */
const maxWaiting = 1_000
/** The minimum time between two fetches of an item. */
const minIntervalMs = HOUR_MS
const maxRemembered = 50_000

/** `isDue`: fetch the item; otherwise only fill the snapshot from stored data. */
type RefreshJob = { item: ItemKey; isDue: boolean }
type EntryRefresherDeps = {
  db: Db
  /** Finds an item's information, if necessary from a source, and stores it. */
  findInfo: (item: ItemKey) => Promise<unknown>
  log: Pick<FastifyBaseLogger, 'warn'>
  clock?: () => number
}

/**
 * Refreshes stale collection items in the background and fills missing snapshots. Errors are logged, never
 * returned.
 */
export function createEntryRefresher({ db, findInfo, log, clock = Date.now }: EntryRefresherDeps) {
  const recentlyFetched = createBoundedCache<true>(maxRemembered, { ttl: minIntervalMs, clock })
  const waiting = new Map<string, RefreshJob>()
  const running = new Set<Promise<void>>()
  // Rate limits count this background work for the site, not for the user's network.
  const runAsSite = AsyncLocalStorage.snapshot()
  let isClosed = false

  const isOld = ({ source, fetchedAt }: EntryWithItem) =>
    source !== 'catalogue' && clock() - (fetchedAt?.getTime() ?? 0) >= productLimits.freshMs

  async function refreshEntry({ item, isDue }: RefreshJob): Promise<void> {
    try {
      if (isDue) await findInfo(item)
      await fillSnapshot(db, item)
    } catch (error) {
      log.warn(
        { err: error, ...item },
        'A saved item could not be refreshed. A later view of the collection tries again.',
      )
    }
  }

  function startNext(): void {
    for (const [name, job] of waiting) {
      if (isClosed || running.size >= maxConcurrent) return
      waiting.delete(name)
      const work: Promise<void> = runAsSite(refreshEntry, job).finally(() => {
        running.delete(work)
        startNext()
      })
      running.add(work)
    }
  }

  return {
    /** Queues the viewed entries, and returns at once. */
    add(viewed: readonly EntryWithItem[]): void {
      for (const viewedEntry of viewed) {
        const { shopType, itemId, title } = viewedEntry.entry
        const name = `${shopType}/${itemId}`
        const isDue = isOld(viewedEntry) && !recentlyFetched.get(name)
        const needsSnapshot = title === null && Boolean(viewedEntry.knownItem?.title)
        if (isClosed || waiting.size >= maxWaiting || !(isDue || needsSnapshot)) continue
        if (isDue) recentlyFetched.set(name, true)
        waiting.set(name, { item: { shopType, itemId }, isDue: isDue || waiting.get(name)?.isDue === true })
      }
      startNext()
    },
    /** Drops the queue; resolves when the work in progress is done. */
    async close(): Promise<void> {
      isClosed = true
      waiting.clear()
      await Promise.all(running)
    },
  }
}

/** Fills the snapshots of entries that were saved before the item was known. */
async function fillSnapshot(db: Db, item: ItemKey): Promise<void> {
  const knownItem = await readKnownItem(db, item)
  if (!knownItem?.title) return
  const shownVariant = (await readVariant(db, item, undefined)) ?? null
  const isItem = and(eq(collectionEntries.shopType, item.shopType), eq(collectionEntries.itemId, item.itemId))
  await db
    .update(collectionEntries)
    .set(createEntrySnapshot(knownItem, shownVariant))
    .where(and(isItem, isNull(collectionEntries.title)))
}
