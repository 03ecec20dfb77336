import type { ModerationStatus } from '#shared/column-values.ts'
import type { Review } from './contract.ts'
import { ratingStars } from './texts-and-limits.ts'

type RatedReview = Pick<Review, 'rating'>

/** The number of reviews for each number of stars, most stars first. */
export function countByStars(reviews: readonly RatedReview[]): { stars: number; count: number }[] {
  const stars = Array.from({ length: ratingStars }, (_, index) => ratingStars - index)
  return stars.map((star) => ({ stars: star, count: reviews.filter(({ rating }) => rating === star).length }))
}

/** The mean of all ratings, 0 without reviews. */
export function computeAverageRating(reviews: readonly RatedReview[]): number {
  return reviews.length === 0 ? 0 : reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length
}

/** The reviews with that many stars, or all; newest first either way. */
export function filterReviews<R extends Pick<Review, 'rating' | 'createdAt'>>(
  reviews: readonly R[],
  stars: number | undefined,
): R[] {
  return reviews
    .filter(({ rating }) => stars === undefined || rating === stars)
    .toSorted((left, right) => Date.parse(right.createdAt) - Date.parse(left.createdAt))
}

/** The message after a status change (§8). */
export function describeReviewStatus(status: ModerationStatus): string {
  return `Review status changed to "${status}"`
}
