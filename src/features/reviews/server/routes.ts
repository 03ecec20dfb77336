import { describePage, readPage, uuidPattern } from '#shared/server/list-page.ts'
import type { Handlers } from '#shared/server/register-routes.ts'
import { type ReviewsContract, reviewsContract } from '../contract.ts'
import { describeReviewStatus } from '../rules.ts'
import { reviewLimits, reviewText } from '../texts-and-limits.ts'
import type { ReviewService } from './service.ts'

export function reviewHandlers({ reviews }: { reviews: ReviewService }): Handlers<ReviewsContract> {
  return {
    findReview: async ({ query, isAdmin }) => {
      const { product_code: itemId = '', status, match } = query
      const part = readPage(query, reviewLimits.list, [uuidPattern])
      const shopType = query.store_name ?? query.storeName ?? query.shopType
      const { items, ...page } = isAdmin
        ? await reviews.findAny({ itemId, isPart: match === 'part', shopType, status }, part)
        : await reviews.find({ itemId, shopType }, part)
      return { data: items, headers: describePage(reviewsContract.findReview, query, page) }
    },
    postReview: async ({ body, session }) => {
      const review = await reviews.post(body, session.userId)
      return { data: review, message: reviewText.submitted }
    },
    myReviews: async ({ query: { product_code: itemId, store_name: shopType }, session }) => ({
      data: await reviews.ofAccount({ shopType, itemId }, session.userId),
    }),
    deleteReview: async ({ query, session }) => {
      await reviews.remove(query.review_id, session.userId)
      return { data: null, message: reviewText.deleted }
    },
    approveOrDenyReview: async ({ query, session, caller }) => {
      const { review_id: id, status, seen } = query
      const review = await reviews.moderate({ id, status, seen }, { session, caller })
      return { data: review, message: describeReviewStatus(status) }
    },
  }
}
