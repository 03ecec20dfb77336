import { useState } from 'react'
import type { Review } from '../contract.ts'
import { ReviewItem } from './ReviewItem.tsx'

const initialCount = { wide: 3, narrow: 2 }
const countPerStep = 24

/**
 * Shows the newest reviews, and the others on demand. The HTML contains all, so that they can be read without
 * JavaScript.
 */
export function ReviewList({ reviews }: { reviews: Review[] }) {
  const [steps, setSteps] = useState(0)
  const countHidden = (first: number) => Math.max(0, reviews.length - first - steps * countPerStep)
  const hidden = { wide: countHidden(initialCount.wide), narrow: countHidden(initialCount.narrow) }
  if (reviews.length === 0) return <p className="muted">No reviews with this many stars.</p>
  return (
    <>
      <ul>
        {reviews.map((review, index) => (
          <li
            key={review._id}
            className="review"
            data-later={index >= reviews.length - hidden.wide || undefined}
            data-later-narrow={index >= reviews.length - hidden.narrow || undefined}
          >
            <ReviewItem review={review} />
          </li>
        ))}
      </ul>
      {hidden.narrow > 0 && (
        <button
          type="button"
          className="btn reviews__more"
          data-done={hidden.wide === 0 || undefined}
          onClick={() => setSteps(steps + 1)}
        >
          <span className="reviews__wide">{`Show ${formatMore(hidden.wide)} reviews`}</span>
          <span className="reviews__narrow">{`Show ${formatMore(hidden.narrow)}`}</span>
        </button>
      )}
    </>
  )
}

function formatMore(hidden: number): string {
  return `${Math.min(hidden, countPerStep)} more`
}
