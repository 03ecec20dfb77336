import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { products, reviews } from '#db/schema.ts'
import type { ShopType } from '#shared/shops.ts'

/**
 * Counts a product's rating anew from its public reviews. The caller holds the item's lock, and this is a statement
 * of its own, so that it sees what was committed before.
 */
export async function recountRatings(
  tx: Db,
  { shopType, itemId }: { shopType: ShopType; itemId: string },
): Promise<void> {
  const ofPublic = (count: string) =>
    sql`(select ${sql.raw(count)} from ${reviews} r
      where r.shop_type = ${shopType} and r.item_id = ${itemId} and r.is_public)`
  await tx
    .update(products)
    .set({ ratingSum: ofPublic('coalesce(sum(r.rating), 0)'), reviewCount: ofPublic('count(*)') })
    .where(and(eq(products.shopType, shopType), eq(products.itemId, itemId), isNull(products.deletedAt)))
}
