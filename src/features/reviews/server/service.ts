import { and, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { findItemMarketplace } from '#db/queries/item-marketplaces.ts'
import { reviews } from '#db/schema.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { ModerationStatus } from '#features/moderation/status.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import type { Actor } from '#shared/server/access/actor.ts'
import type { RateLimits } from '#shared/server/access/rate-limits.ts'
import type { Review, ReviewDraft } from '../contract.ts'
import { reviewLimits } from '../spec.ts'
import { type StatusChange, setReviewStatus } from './moderation.ts'
import { serializeReview } from './serialize-review.ts'
import { submitReview } from './submit-review.ts'

export type ReviewService = ReturnType<typeof createReviewService>

type ReviewServiceDeps = { db: Db; pictures: ImageRegistry; limits: Pick<RateLimits, 'count'> }
type PublicFilter = { itemId: string; shopType?: ShopType | undefined; limit?: number | undefined }
type AdminFilter = {
  /** Empty: of any item. */
  itemId: string
  /** The code is any text that the codes hold. */
  isPart?: boolean
  shopType?: ShopType | undefined
  status?: ModerationStatus | undefined
  limit?: number | undefined
}
export type ReviewSlice = { items: Review[]; total: number }

/** Reviews of items: the public ones, writing, moderation. */
export function createReviewService({ db, pictures, limits }: ReviewServiceDeps) {
  async function list(where: SQL | undefined, limit: number = reviewLimits.list): Promise<ReviewSlice> {
    const rows = await db
      .select()
      .from(reviews)
      .where(where)
      .orderBy(desc(reviews.createdAt), desc(reviews.id))
      .limit(limit)
    const total = rows.length < limit ? rows.length : await db.$count(reviews, where)
    return { items: rows.map((row) => serializeReview(row, pictures)), total }
  }

  return {
    /** An item's public reviews, newest first; without a marketplace those of the item that is meant by the number. */
    async find({ itemId, shopType, limit }: PublicFilter): Promise<ReviewSlice> {
      const shop = shopType ?? (await findItemMarketplace(db, itemId, reviews, sql`${reviews.isPublic}`))
      if (!shop) return { items: [], total: 0 }
      return list(and(eq(reviews.shopType, shop), eq(reviews.itemId, itemId), reviews.isPublic), limit)
    },

    /** What admins moderate: everything but approved versions that a newer one has replaced. */
    findAny: (filter: AdminFilter): Promise<ReviewSlice> => list(buildReviewFilter(filter), filter.limit),

    /** Takes what a user wrote of an item; what was approved before stays public meanwhile. */
    async post(draft: ReviewDraft, userId: string): Promise<Review> {
      await limits.count('postReview', userId, reviewLimits.perHour)
      return serializeReview(await submitReview({ db, pictures }, draft, userId), pictures)
    },

    /** Sets the status of a review; 404 for an unknown one. */
    moderate: async (change: StatusChange, actor: Actor): Promise<Review> =>
      serializeReview(await db.transaction((tx) => setReviewStatus(tx, change, actor)), pictures),
  }
}

function buildReviewFilter({ itemId, isPart, shopType, status }: AdminFilter): SQL | undefined {
  const isNamed = isPart ? sql`strpos(${reviews.itemId}, ${itemId}) > 0` : eq(reviews.itemId, itemId)
  return and(
    or(ne(reviews.status, 'approved'), reviews.isPublic),
    status && eq(reviews.status, status),
    itemId === '' ? undefined : isNamed,
    shopType && eq(reviews.shopType, shopType),
  )
}
