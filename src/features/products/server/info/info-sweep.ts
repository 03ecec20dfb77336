import { and, asc, eq, lt, ne, notExists, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { keepNewest } from '#db/keep-newest.ts'
import {
  collectionEntries,
  itemPrices,
  photoSubmissions,
  productInfos,
  products,
  qcPhotos,
  reviews,
  watches,
  watchNotices,
} from '#db/schema.ts'
import { DAY_MS } from '#shared/time.ts'
import { catalogueSource } from './info-repository.ts'

/** An answer is asked for anew whenever somebody comes after six hours, so an old one is of an item nobody comes for. */
const unusedRetentionMs = 90 * DAY_MS
const batchSize = 500

/** Where an item may stand for good; as long as it does, what is known of it stays. */
const tablesWithItems = [
  products,
  collectionEntries,
  watches,
  watchNotices,
  reviews,
  photoSubmissions,
  qcPhotos,
]

/**
 * Deletes stored information of items without visits, a bounded number per run, and of newer ones what
 * exceeds the maximum; returns how many.
 */
export async function sweepInfos(db: Db, now: Date): Promise<number> {
  // Repeated on the rows themselves: one may have been renewed meanwhile.
  const isOld = and(
    ne(productInfos.source, catalogueSource),
    lt(productInfos.fetchedAt, new Date(now.getTime() - unusedRetentionMs)),
  )
  const { shopType, itemId } = productInfos
  const forgotten = db
    .select({ shopType, itemId })
    .from(productInfos)
    .where(and(isOld, isUnkept(db, productInfos)))
    .orderBy(asc(productInfos.fetchedAt))
    .limit(batchSize)
  const { rowCount } = await db
    .delete(productInfos)
    .where(and(isOld, sql`(${shopType}, ${itemId}) in ${forgotten}`))
  const isStrangers = and(ne(productInfos.source, catalogueSource), isUnkept(db, productInfos))
  const excess = await keepNewest(db, productInfos, productInfos.fetchedAt, isStrangers)
  await keepNewest(db, itemPrices, itemPrices.lastSeen, isUnkept(db, itemPrices))
  return (rowCount ?? 0) + excess
}

type ItemTable = PgTable & { shopType: PgColumn; itemId: PgColumn }

/** Of items without a permanent reference. */
function isUnkept(db: Db, table: ItemTable): SQL | undefined {
  return and(
    ...tablesWithItems.map((holder: ItemTable) => {
      const isSame = and(eq(holder.shopType, table.shopType), eq(holder.itemId, table.itemId))
      return notExists(db.select({ one: sql`1` }).from(holder).where(isSame))
    }),
  )
}
