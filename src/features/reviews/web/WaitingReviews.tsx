import { formatRelativeTime } from '#shared/format/relative-time.ts'
import { detectLanguage } from '#shared/language.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import type { Review } from '../contract.ts'
import { createReviewSearch, getManageReviewPath } from '../review-search.ts'
import type { Decision } from './review-queue.ts'
import './WaitingReviews.css'

/** Waiting reviews listed below the open one. */
const maxShown = 4

type WaitingReviewsProps = {
  reviews: Review[]
  onModerate: (review: Review, decision: Decision) => void
}

/** The waiting reviews below the open one, with the same two decisions. */
export function WaitingReviews({ reviews, onModerate }: WaitingReviewsProps) {
  const more = reviews.length - maxShown
  return (
    <ul className="queue-line">
      {reviews.slice(0, maxShown).map((review) => (
        <WaitingReview
          key={review._id}
          review={review}
          onModerate={(decision) => onModerate(review, decision)}
        />
      ))}
      {more > 0 && (
        <li className="queue-line__more">
          <a
            href={getManageReviewPath(createReviewSearch({ status: 'pending', code: '' }))}
          >{`${more} more`}</a>
        </li>
      )}
    </ul>
  )
}

type WaitingReviewProps = { review: Review; onModerate: (decision: Decision) => void }

function WaitingReview({ review, onModerate }: WaitingReviewProps) {
  const now = useNow()
  const from = `${review.name} · ${formatRelativeTime(review.createdAt, now)}`
  const decisions = [
    ['approved', 'Approve'],
    ['denied', 'Deny'],
  ] as const
  return (
    <li className="queue-line__item">
      <Picture src={review.product_img} alt="" width={32} height={32} sizes="32px" maxWidth={96} />
      <span className="queue-line__text">
        <span lang={detectLanguage(review.comment)}>{review.comment}</span>
        <small>{`${review.rating} of 5 · ${from}`}</small>
      </span>
      <span className="queue-line__acts">
        {decisions.map(([decision, word]) => (
          <button
            key={decision}
            type="button"
            className="btn"
            data-decision={decision}
            onClick={() => onModerate(decision)}
          >
            <span>{word}</span>
            <span className="visually-hidden">{`: ${from}`}</span>
          </button>
        ))}
      </span>
    </li>
  )
}
