import { and, asc, eq, lt, ne, notExists, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import {
  collectionEntries,
  productInfos,
  products,
  qcPhotos,
  qcSets,
  reviews,
  watches,
  watchNotices,
} from '#db/schema.ts'
import { catalogue } from './info-store.ts'

/** An answer is asked for anew whenever somebody comes after six hours, so an old one is of an item nobody comes for. */
const forgottenMs = 90 * 86_400_000
const mostAtOnce = 500

/** Where an item may stand for good; as long as it does, what is known of it stays. */
const holders = [products, collectionEntries, watches, watchNotices, reviews, qcSets, qcPhotos]

/** Deletes what sources said of items that nobody asks for, so many in one go, and answers how many. */
export async function sweepInfos(db: Db, now: Date): Promise<number> {
  // Said again of the rows themselves: one may have been renewed meanwhile.
  const isOld = and(
    ne(productInfos.source, catalogue),
    lt(productInfos.fetchedAt, new Date(now.getTime() - forgottenMs)),
  )
  const { shopType, itemId } = productInfos
  const forgotten = db
    .select({ shopType, itemId })
    .from(productInfos)
    .where(and(isOld, ...holders.map((holder) => isNotIn(db, holder))))
    .orderBy(asc(productInfos.fetchedAt))
    .limit(mostAtOnce)
  const { rowCount } = await db
    .delete(productInfos)
    .where(and(isOld, sql`(${shopType}, ${itemId}) in ${forgotten}`))
  return rowCount ?? 0
}

type Holder = PgTable & { shopType: PgColumn; itemId: PgColumn }

function isNotIn(db: Db, holder: Holder): SQL {
  const isSame = and(eq(holder.shopType, productInfos.shopType), eq(holder.itemId, productInfos.itemId))
  return notExists(db.select({ one: sql`1` }).from(holder).where(isSame))
}
