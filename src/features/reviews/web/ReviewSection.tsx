import './ReviewSection.css'
import { type ReactNode, useState } from 'react'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'
import { Stars } from '#shared/web/ui/values/Stars.tsx'
import type { Review } from '../contract.ts'
import { computeAverageRating, countByStars, filterReviews } from '../rules.ts'
import { Distribution } from './Distribution.tsx'
import { ReviewForm } from './ReviewForm.tsx'
import { ReviewList } from './ReviewList.tsx'
import type { ReviewSubject } from './review-form.ts'

type ReviewSectionProps = { reviews: Review[]; subject: ReviewSubject }

/** The approved reviews of an item (§2), and the form that adds one. */
export function ReviewSection({ reviews, subject }: ReviewSectionProps) {
  return (
    <section className="section" id="reviews" aria-labelledby="reviews-heading">
      <div className="section__head">
        <h2 id="reviews-heading">Reviews</h2>
      </div>
      <div className="section__rule ruler-ticks" aria-hidden />
      {reviews.length === 0 ? (
        <>
          <EmptyState
            level={3}
            title="No reviews yet"
            text="Nobody has written about this item here."
            drawing={<BlankSheet />}
          />
          <ReviewForm subject={subject} />
        </>
      ) : (
        <WrittenReviews reviews={reviews}>
          <ReviewForm subject={subject} />
        </WrittenReviews>
      )}
    </section>
  )
}

type WrittenReviewsProps = { reviews: Review[]; children: ReactNode }

/** How many gave how many stars, and what they wrote, the newest first. */
function WrittenReviews({ reviews, children }: WrittenReviewsProps) {
  const [stars, setStars] = useState<number>()
  const shown = filterReviews(reviews, stars)
  return (
    <div className="reviews">
      <div className="reviews__side">
        <ReviewSummary reviews={reviews} />
        <Distribution rows={countByStars(reviews)} chosen={stars} onChoose={setStars} />
      </div>
      <div>
        <p className="visually-hidden" role="status">
          {stars !== undefined && `${formatReviewCount(shown.length)} with ${stars} stars`}
        </p>
        <ReviewList key={stars} reviews={shown} />
        {children}
      </div>
    </div>
  )
}

function ReviewSummary({ reviews }: Pick<WrittenReviewsProps, 'reviews'>) {
  const average = computeAverageRating(reviews)
  return (
    <div className="reviews__summary">
      <span className="reviews__average" aria-hidden>
        {average.toFixed(1)}
      </span>
      <div>
        <span aria-hidden>
          <Stars rating={Number(average.toFixed(1))} />
        </span>
        <span className="small muted">
          {average.toFixed(1)} out of 5, {formatReviewCount(reviews.length)}
        </span>
      </div>
    </div>
  )
}

function formatReviewCount(count: number): string {
  return count === 1 ? '1 review' : `${count} reviews`
}

function BlankSheet() {
  return (
    <>
      <rect x="52" y="20" width="96" height="88" rx="4" />
      <path d="M64 38h40M64 56h72M64 70h72M64 84h48" />
    </>
  )
}
