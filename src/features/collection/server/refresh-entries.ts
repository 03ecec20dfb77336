import { AsyncLocalStorage } from 'node:async_hooks'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import { readKnownItem } from '#db/known-item.ts'
import { collectionEntries } from '#db/schema.ts'
import { productLimits } from '#features/products/spec.ts'
import { createBoundedCache } from '#shared/server/bounded-cache.ts'
import type { ItemKey } from '#shared/shops.ts'
import { HOUR_MS } from '#shared/time.ts'
import type { SeenEntry } from './service.ts'
import { snapshotOf } from './snapshot.ts'

/** How many items are asked for at a time, how many may wait for that, and how long none is asked for again. */
const atOnce = 8
const mostWaiting = 1_000
const restMs = HOUR_MS
const remembered = 50_000

/** `isDue`: it is to be asked for, and not only to be filled from what we have. */
type Job = { item: ItemKey; isDue: boolean }
type EntryRefresherDeps = {
  db: Db
  /** Finds what is known of an item, outside if need be, and stores it. */
  findInfo: (item: ItemKey) => Promise<unknown>
  log: Pick<FastifyBaseLogger, 'warn'>
  clock?: () => number
}

/**
 * Looks after the items of a collection behind its owner's back: asks for what has got old, and fills what was not
 * known when an item was kept. Its failures are nobody's business but the log's.
 */
export function createEntryRefresher({ db, findInfo, log, clock = Date.now }: EntryRefresherDeps) {
  const asked = createBoundedCache<true>(remembered, { ttl: restMs, clock })
  const waiting = new Map<string, Job>()
  const running = new Set<Promise<void>>()
  // What is done behind the owner's back is done for the site, not for his network.
  const outside = AsyncLocalStorage.snapshot()
  let isClosed = false

  const isOld = ({ source, fetchedAt }: SeenEntry) =>
    source !== 'catalogue' && clock() - (fetchedAt?.getTime() ?? 0) >= productLimits.freshMs

  async function lookAfter({ item, isDue }: Job): Promise<void> {
    try {
      if (isDue) await findInfo(item)
      await fill(db, item)
    } catch (error) {
      log.warn({ err: error, ...item }, 'a kept item could not be refreshed')
    }
  }

  function next(): void {
    for (const [name, job] of waiting) {
      if (isClosed || running.size >= atOnce) return
      waiting.delete(name)
      const work: Promise<void> = outside(lookAfter, job).finally(() => {
        running.delete(work)
        next()
      })
      running.add(work)
    }
  }

  return {
    /** Notes what somebody looked at, and returns at once. */
    add(seen: readonly SeenEntry[]): void {
      for (const one of seen) {
        const { shopType, itemId, title } = one.entry
        const name = `${shopType}/${itemId}`
        const isDue = isOld(one) && !asked.get(name)
        const isToFill = title === null && Boolean(one.known?.title)
        if (isClosed || waiting.size >= mostWaiting || !(isDue || isToFill)) continue
        if (isDue) asked.set(name, true)
        waiting.set(name, { item: { shopType, itemId }, isDue: isDue || waiting.get(name)?.isDue === true })
      }
      next()
    },
    /** Begins nothing any more; resolves when what was begun is over. */
    async close(): Promise<void> {
      isClosed = true
      waiting.clear()
      await Promise.all(running)
    },
  }
}

/** Gives entries without a snapshot one, as soon as there is something to take it from. */
async function fill(db: Db, item: ItemKey): Promise<void> {
  const known = await readKnownItem(db, item)
  if (!known?.title) return
  const isItem = and(eq(collectionEntries.shopType, item.shopType), eq(collectionEntries.itemId, item.itemId))
  await db
    .update(collectionEntries)
    .set(snapshotOf(known))
    .where(and(isItem, isNull(collectionEntries.title)))
}
