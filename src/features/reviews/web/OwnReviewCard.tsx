import { useQueryClient } from '@tanstack/react-query'
import { Clock, Pencil, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { getErrorMessage } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { confirmDeletion } from '#shared/web/ui/dialogs/confirmations.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { OwnReview, ReviewsContract } from '../contract.ts'
import { reviewText } from '../texts-and-limits.ts'
import './OwnReviewCard.css'
import { ReviewItem } from './ReviewItem.tsx'
import { ownReviewId } from './review-subject.ts'

type OwnReviewCardProps = {
  review: OwnReview
  /** An earlier version is public. */
  hasEarlier: boolean
  /** Focuses the card after the review was sent. */
  takesFocus: boolean
  onEdit: (review: OwnReview) => void
}

/** The member's own review in any status. */
export function OwnReviewCard({ review, hasEarlier, takesFocus, onEdit }: OwnReviewCardProps) {
  const { isBusy, handleDelete } = useDeletion(review)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus) card.current?.focus()
  }, [takesFocus])
  return (
    <article
      className="review review--mine"
      id={ownReviewId}
      tabIndex={-1}
      ref={card}
      aria-label="Your review"
      data-status={review.status}
    >
      <ReviewStatus status={review.status} hasEarlier={hasEarlier} />
      <ReviewItem review={{ ...review, name: 'You' }}>
        <div className="review__acts">
          <button type="button" className="btn btn--quiet" onClick={() => onEdit({ ...review })}>
            <Pencil className="icon icon--s" aria-hidden />
            <span>
              Edit<span className="visually-hidden"> your review</span>
            </span>
          </button>
          <button
            type="button"
            className="btn btn--quiet"
            aria-disabled={isBusy || undefined}
            onClick={handleDelete}
          >
            <X className="icon icon--s" aria-hidden />
            <span>
              Delete<span className="visually-hidden"> your review</span>
            </span>
          </button>
        </div>
      </ReviewItem>
    </article>
  )
}

type ReviewStatusProps = Pick<OwnReviewCardProps, 'hasEarlier'> & Pick<OwnReview, 'status'>

function ReviewStatus({ status, hasEarlier }: ReviewStatusProps) {
  if (status === 'approved') return null
  return (
    <p className="review__wait">
      <Clock className="icon icon--s" aria-hidden />
      <b>{status === 'pending' ? reviewText.waiting : 'Not approved'}</b>
      <span>
        <span>
          {status === 'pending'
            ? 'Only you see it until then.'
            : 'Only you see it. Edit it to submit it again.'}
        </span>
        {hasEarlier && <span>{' Your earlier review stays public.'}</span>}
      </span>
    </p>
  )
}

/** The cached queries with the review, its photos or their number. */
const staleQueries = [['myReviews'], ['findReview'], ['findProductById'], ['getAllProduct'], ['qcPhotos']]

function useDeletion({ _id }: OwnReview) {
  const send = useApiClient()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    async handleDelete() {
      if (isBusy || !(await confirmDeletion('your review'))) return
      setBusy(true)
      try {
        const { message } = await send<ReviewsContract['deleteReview']>('DELETE /review/deleteReview', {
          query: { review_id: _id },
        })
        toast.success(message)
        document.querySelector<HTMLElement>('#reviews-heading')?.focus()
      } catch (error) {
        toast.error(getErrorMessage(error, reviewText.deleteFailed))
      } finally {
        setBusy(false)
        for (const queryKey of staleQueries) void queryClient.invalidateQueries({ queryKey })
      }
    },
  }
}
