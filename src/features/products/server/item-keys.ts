import { asc, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { products } from '#db/schema.ts'
import type { ItemKey, ShopType } from '#shared/marketplaces.ts'

const PAGE_ROWS = 1_000

/**
 * Passes the keys of the first `limit` items of the catalogue to `take`, in the list's order and 1,000 at a time. It uses a
 * cursor, so that the database sorts only once and memory use does not depend on the number of items.
 */
export async function readItemKeys(
  db: Db,
  limit: number,
  take: (keys: ItemKey[]) => Promise<void>,
): Promise<void> {
  const keys = db
    .select({ shopType: products.shopType, itemId: sql`${products.itemId}`.as('itemId') })
    .from(products)
    .where(isNull(products.deletedAt))
    .orderBy(asc(products.position))
    .limit(limit)
  await db.transaction(async (tx) => {
    await tx.execute(sql`declare item_keys no scroll cursor for ${keys}`)
    for (;;) {
      const { rows } = await tx.execute<{ shop_type: ShopType; itemId: string }>(
        sql.raw(`fetch ${PAGE_ROWS} from item_keys`),
      )
      if (rows.length === 0) return
      await take(rows.map(({ shop_type, itemId }) => ({ shopType: shop_type, itemId })))
    }
  })
}
