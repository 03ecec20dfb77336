import type { Handlers } from '#shared/server/implement.ts'
import type { ReviewsContract } from '../contract.ts'
import type { ReviewService } from './service.ts'

export function reviewHandlers({ reviews }: { reviews: ReviewService }): Handlers<ReviewsContract> {
  return {
    // What is not approved is the admins' business, whatever a visitor asks for.
    findReview: async ({ query, session }) => ({
      data: await reviews.find({
        itemId: query.product_code,
        shopType: query.store_name ?? query.storeName ?? query.shopType,
        status: session?.role === 'admin' ? query.status || undefined : 'approved',
      }),
    }),
  }
}
