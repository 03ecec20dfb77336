import { getShownQueries } from '#features/products/shown-queries.ts'
import type { QueryKey } from '#shared/contract.ts'
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
      const { review, hasChangedQc } = await reviews.post(body, session.userId)
      return {
        data: review,
        message: reviewText.submitted,
        invalidated: hasChangedQc ? getItemQueries(body.product_code) : [],
      }
    },
    myReviews: async ({ query: { product_code: itemId, store_name: shopType }, session }) => ({
      data: await reviews.ofAccount({ shopType, itemId }, session.userId),
    }),
    deleteReview: async ({ query, session }) => {
      const { itemId } = await reviews.remove(query.review_id, session.userId)
      return { data: null, message: reviewText.deleted, invalidated: getItemQueries(itemId) }
    },
    approveOrDenyReview: async ({ query, session, caller }) => {
      const { review_id: id, status, seen } = query
      const review = await reviews.moderate({ id, status, seen }, { session, caller })
      const { product_code } = review
      return {
        data: review,
        message: describeReviewStatus(status),
        invalidated: getReviewQueries(product_code),
      }
    },
  }
}

/** The cached queries with the item's reviews or their number. */
function getReviewQueries(itemId: string): QueryKey[] {
  return [
    ['findReview', { product_code: itemId }],
    ['getAllProduct'],
    ['findProductById', { productCode: itemId }],
  ]
}

/** The same, and the queries with the item's QC photos. */
function getItemQueries(itemId: string): QueryKey[] {
  return [['findReview', { product_code: itemId }], ['qcPhotos', { id: itemId }], ...getShownQueries(itemId)]
}
