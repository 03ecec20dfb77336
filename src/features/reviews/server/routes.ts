import type { Handlers } from '#shared/server/register-routes.ts'
import type { ReviewsContract } from '../contract.ts'
import { describeReviewStatus } from '../rules.ts'
import { reviewText } from '../spec.ts'
import type { ReviewService } from './service.ts'

export function reviewHandlers({ reviews }: { reviews: ReviewService }): Handlers<ReviewsContract> {
  return {
    findReview: async ({ query, isAdmin }) => {
      const { product_code: itemId = '', status, match, limit } = query
      const shopType = query.store_name ?? query.storeName ?? query.shopType
      const { items, total } = isAdmin
        ? await reviews.findAny({ itemId, isPart: match === 'part', shopType, status, limit })
        : await reviews.find({ itemId, shopType, limit })
      return { data: items, headers: { 'x-total-count': String(total) } }
    },
    postReview: async ({ body, session }) => ({
      data: await reviews.post(body, session.userId),
      message: reviewText.submitted,
    }),
    approveOrDenyReview: async ({ query, session, caller }) => {
      const { review_id: id, status, seen } = query
      const review = await reviews.moderate({ id, status, seen }, { session, caller })
      const { product_code } = review
      return {
        data: review,
        message: describeReviewStatus(status),
        invalidated: [
          ['findReview', { product_code }],
          ['getAllProduct'],
          ['findProductById', { productCode: product_code }],
        ],
      }
    },
  }
}
