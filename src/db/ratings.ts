import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { ItemKey } from '#shared/shops.ts'
import type { Db } from './client.ts'
import { products, reviews } from './schema.ts'

/** What the item's public reviews come to. True until the end while the item is locked, if it is asked after the lock. */
export async function ratingsOf(
  tx: Db,
  { shopType, itemId }: ItemKey,
): Promise<{ ratingSum: number; reviewCount: number }> {
  const [counted] = await tx
    .select({ ratingSum: sql<number>`coalesce(sum(${reviews.rating}), 0)::int`, reviewCount: count() })
    .from(reviews)
    .where(and(eq(reviews.shopType, shopType), eq(reviews.itemId, itemId), reviews.isPublic))
  return counted ?? { ratingSum: 0, reviewCount: 0 }
}

/** Counts the rating of the listed product anew. */
export async function recomputeRatings(tx: Db, item: ItemKey): Promise<void> {
  const { shopType, itemId } = item
  await tx
    .update(products)
    .set(await ratingsOf(tx, item))
    .where(and(eq(products.shopType, shopType), eq(products.itemId, itemId), isNull(products.deletedAt)))
}
