import './ReviewSection.css'
import { useRef, useState } from 'react'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useNearViewport } from '#shared/web/hooks/use-near-viewport.ts'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'
import type { OwnReview, Review } from '../contract.ts'
import { filterReviews } from '../rules.ts'
import { AddReview, type LoadReviewForm } from './form/AddReview.tsx'
import { ReviewList } from './ReviewList.tsx'
import { formatReviewCount, ReviewSummary } from './ReviewSummary.tsx'
import type { ReviewSubject } from './review-subject.ts'
import { useOwnReviews } from './use-own-reviews.ts'

type ReviewSectionProps = {
  reviews: Review[]
  subject: ReviewSubject
  /** Loads the form lazily: it is below the first screen. */
  loadForm: LoadReviewForm
}

const loadOwnReview = async () => (await import('./OwnReviewCard.tsx')).OwnReviewCard

/** The approved reviews of an item (§2), the member's own first, and the form to add one. */
export function ReviewSection({ reviews, subject, loadForm }: ReviewSectionProps) {
  const section = useRef<HTMLElement>(null)
  const isNear = useNearViewport(section)
  const [stars, setStars] = useState<number>()
  const [edited, setEdited] = useState<OwnReview>()
  const [hasSent, setSent] = useState(false)
  const [own, earlier] = useOwnReviews(subject.item, isNear)
  const OwnCard = useLazyComponent(loadOwnReview, own !== undefined)
  const visibleReviews = filterReviews(reviews, stars)
  return (
    <section className="section" id="reviews" aria-labelledby="reviews-heading" ref={section}>
      <div className="section__head">
        <h2 id="reviews-heading" tabIndex={-1}>
          Reviews
        </h2>
      </div>
      <div className="section__rule ruler-ticks" aria-hidden />
      <div className={reviews.length > 0 ? 'reviews' : undefined}>
        {reviews.length > 0 && <ReviewSummary reviews={reviews} chosen={stars} onChoose={setStars} />}
        <div className="reviews__main">
          <p className="visually-hidden" role="status">
            {stars !== undefined && `${formatReviewCount(visibleReviews.length)} with ${stars} stars`}
          </p>
          {own && OwnCard && (
            <OwnCard
              key={own._id + own.createdAt}
              review={own}
              hasEarlier={earlier !== undefined}
              takesFocus={hasSent}
              onEdit={setEdited}
            />
          )}
          {reviews.length > 0 ? (
            <ReviewList
              key={stars}
              reviews={visibleReviews.filter(({ _id }) => !OwnCard || _id !== own?._id)}
            />
          ) : (
            !own && (
              <EmptyState
                level={3}
                title="No reviews yet"
                text="Be the first to review this item."
                drawing={<BlankSheet />}
              />
            )
          )}
          <AddReview
            subject={subject}
            loadForm={loadForm}
            isNear={isNear}
            hasOwn={own !== undefined}
            edited={edited}
            onDone={({ isSent }) => {
              setEdited(undefined)
              if (isSent) setSent(true)
            }}
          />
        </div>
      </div>
    </section>
  )
}

function BlankSheet() {
  return (
    <>
      <rect x="52" y="20" width="96" height="88" rx="4" />
      <path d="M64 38h40M64 56h72M64 70h72M64 84h48" />
    </>
  )
}
