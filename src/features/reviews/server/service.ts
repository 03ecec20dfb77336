import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { reviews } from '#db/schema.ts'
import { shopOfItem } from '#db/shop-of-item.ts'
import type { Pictures } from '#features/pictures/pictures.ts'
import { type ShopType, storeNames } from '#shared/shops.ts'
import type { Review } from '../contract.ts'
import type { ReviewStatus } from '../spec.ts'

export type ReviewService = ReturnType<typeof createReviewService>

type Deps = { db: Db; pictures: Pick<Pictures, 'addressOf'> }
type ReviewFilter = {
  itemId: string
  shopType?: ShopType | undefined
  status?: ReviewStatus | undefined
}

/** Newest reviews that one answer holds. */
const MOST = 1000

/** Reviews of items, as the database has them. */
export function createReviewService({ db, pictures }: Deps) {
  return {
    /** An item's reviews, newest first; without a marketplace those of the item that is meant by the number. */
    async find({ itemId, shopType, status }: ReviewFilter): Promise<Review[]> {
      const shop = shopType ?? (await shopOfItem(db, itemId, reviews))
      if (!shop) return []
      const inStatus = status && eq(reviews.status, status)
      const rows = await db
        .select()
        .from(reviews)
        .where(and(eq(reviews.shopType, shop), eq(reviews.itemId, itemId), inStatus))
        .orderBy(desc(reviews.createdAt), desc(reviews.id))
        .limit(MOST)
      return rows.map((row) => present(row, pictures))
    },
  }
}

function present(row: typeof reviews.$inferSelect, { addressOf }: Deps['pictures']): Review {
  const moment = row.createdAt.toISOString()
  return {
    _id: row.id,
    name: row.author,
    comment: row.comment,
    rating: row.rating,
    status: row.status,
    createdAt: moment,
    timestamp: moment,
    productName: row.productName,
    product_img: addressOf(row.productImage),
    product_code: row.itemId,
    store_name: storeNames[row.shopType],
  }
}
