import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { Db } from '../db.ts'
import { products, reviews } from '../schema.ts'

/**
 * Average and count of the item's public reviews. Valid until the end of the transaction if the item is
 * locked.
 */
export async function computeRatings(
  tx: Db,
  { shopType, itemId }: ItemKey,
): Promise<{ ratingSum: number; reviewCount: number }> {
  const [counted] = await tx
    .select({ ratingSum: sql<number>`coalesce(sum(${reviews.rating}), 0)::int`, reviewCount: count() })
    .from(reviews)
    .where(and(eq(reviews.shopType, shopType), eq(reviews.itemId, itemId), reviews.isPublic))
  return counted ?? { ratingSum: 0, reviewCount: 0 }
}

/** Recomputes the rating of the listed product. */
export async function recomputeRatings(tx: Db, item: ItemKey): Promise<void> {
  const { shopType, itemId } = item
  await tx
    .update(products)
    .set(await computeRatings(tx, item))
    .where(and(eq(products.shopType, shopType), eq(products.itemId, itemId), isNull(products.deletedAt)))
}
