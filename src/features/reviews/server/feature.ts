import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { Platform } from '#platform/platform.ts'
import { reviewHandlers } from './routes.ts'
import { createReviewService, type ReviewServiceDeps } from './service.ts'

type ReviewsNeeds = Pick<ReviewServiceDeps, 'intake' | 'discard'> & { pictures: ImageRegistry }

export function createReviewsFeature({ db, limits }: Platform, needs: ReviewsNeeds) {
  return { handlers: reviewHandlers({ reviews: createReviewService({ db, limits, ...needs }) }) }
}
