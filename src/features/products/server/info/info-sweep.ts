import { and, asc, eq, lt, ne, notExists, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#db/db.ts'
import { deleteOldRows } from '#db/delete-old-rows.ts'
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

/** Visits renew information that is older than six hours, so much older information belongs to an item without visits. */
const unusedRetentionMs = 90 * DAY_MS
const batchSize = 500

/** The tables with permanent references to items. The information of referenced items is kept. */
const referencingTables = [
  products,
  collectionEntries,
  watches,
  watchNotices,
  reviews,
  photoSubmissions,
  qcPhotos,
]

/**
 * Deletes the stored information of items without visits, a limited number per run, and newer information beyond the
 * maximum number of rows. Returns the number of deleted rows.
 */
export async function sweepInfos(db: Db, now: Date): Promise<number> {
  // The condition is repeated in the DELETE, because a row may have been renewed since it was selected.
  const isOld = and(
    ne(productInfos.source, catalogueSource),
    lt(productInfos.fetchedAt, new Date(now.getTime() - unusedRetentionMs)),
  )
  const { shopType, itemId } = productInfos
  const expiredKeys = db
    .select({ shopType, itemId })
    .from(productInfos)
    .where(and(isOld, isUnreferenced(db, productInfos)))
    .orderBy(asc(productInfos.fetchedAt))
    .limit(batchSize)
  const { rowCount } = await db
    .delete(productInfos)
    .where(and(isOld, sql`(${shopType}, ${itemId}) in ${expiredKeys}`))
  const isUnreferencedInfo = and(ne(productInfos.source, catalogueSource), isUnreferenced(db, productInfos))
  const excess = await deleteOldRows(db, productInfos, productInfos.fetchedAt, isUnreferencedInfo)
  await deleteOldRows(db, itemPrices, itemPrices.lastSeen, isUnreferenced(db, itemPrices))
  return (rowCount ?? 0) + excess
}

type ItemTable = PgTable & { shopType: PgColumn; itemId: PgColumn }

/** Whether no table refers to the row's item. */
function isUnreferenced(db: Db, table: ItemTable): SQL | undefined {
  return and(
    ...referencingTables.map((referencing: ItemTable) => {
      const isSame = and(eq(referencing.shopType, table.shopType), eq(referencing.itemId, table.itemId))
      return notExists(db.select({ one: sql`1` }).from(referencing).where(isSame))
    }),
  )
}
