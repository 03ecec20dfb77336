import { useState } from 'react'
import { formatDate } from '#shared/format/format-date.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import { detectLanguage } from '#shared/language.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { Stars } from '#shared/web/ui/values/Stars.tsx'
import type { Review } from '../contract.ts'

const initialCount = 5
const countPerStep = 24

/** The newest few, the others on demand. All of them are in the page, so that they can be read without script. */
export function ReviewList({ reviews }: { reviews: Review[] }) {
  const [shown, setShown] = useState(initialCount)
  const now = useNow()
  const hidden = reviews.length - shown
  const more = Math.min(hidden, countPerStep)
  if (reviews.length === 0) return <p className="muted">No reviews with this many stars.</p>
  return (
    <>
      <ul>
        {reviews.map((review, place) => (
          <li key={review._id} className="review" data-later={place >= shown || undefined}>
            <div className="review__head">
              <Stars rating={review.rating} />
              <b>{review.name}</b>
              <time dateTime={review.createdAt} title={formatDate(review.createdAt)}>
                {formatRelativeTime(review.createdAt, now)}
              </time>
            </div>
            <p lang={detectLanguage(review.comment)}>{review.comment}</p>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="btn reviews__more" onClick={() => setShown(shown + countPerStep)}>
          Show {more} more {more === 1 ? 'review' : 'reviews'}
        </button>
      )}
    </>
  )
}
