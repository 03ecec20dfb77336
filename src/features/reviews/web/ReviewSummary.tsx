import { Stars } from '#shared/web/ui/values/Stars.tsx'
import type { Review } from '../contract.ts'
import { computeAverageRating, countByStars } from '../rules.ts'
import { Distribution } from './Distribution.tsx'

type ReviewSummaryProps = {
  reviews: Review[]
  /** The number of stars that the list is filtered by. */
  chosen: number | undefined
  onChoose: (stars: number | undefined) => void
}

/** The average of all reviews, and the number of reviews for each number of stars. */
export function ReviewSummary({ reviews, chosen, onChoose }: ReviewSummaryProps) {
  const average = computeAverageRating(reviews).toFixed(1)
  return (
    <div className="reviews__side">
      <div className="reviews__summary">
        <span className="reviews__average" aria-hidden>
          {average}
        </span>
        <div>
          <span aria-hidden>
            <Stars rating={Number(average)} />
          </span>
          <span className="small muted">{`${average} out of 5, ${formatReviewCount(reviews.length)}`}</span>
        </div>
      </div>
      <Distribution rows={countByStars(reviews)} chosen={chosen} onChoose={onChoose} />
    </div>
  )
}

export function formatReviewCount(count: number): string {
  return count === 1 ? '1 review' : `${count} reviews`
}
