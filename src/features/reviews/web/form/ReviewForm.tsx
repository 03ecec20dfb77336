import './ReviewForm.css'
import { type ComponentType, useRef } from 'react'
import type { PhotoQueueState } from '#features/member-photos/web/use-photo-queue.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { ErrorLine } from '#shared/web/ui/forms/ErrorLine.tsx'
import { reviewLimits } from '../../texts-and-limits.ts'
import type { ReviewFormProps } from './AddReview.tsx'
import { RatingInput } from './RatingInput.tsx'
import { type ReviewFormFault, useReviewForm } from './review-form.ts'

const faultId = 'review-fault'
const reasonId = 'review-reason'

type PhotoFieldProps = PhotoQueueState & { maxCount: number; isReadOnly: boolean }

/** Rating, comment and photos of a member's review, sent together. */
export function ReviewForm({
  PhotoField,
  ...props
}: ReviewFormProps & { PhotoField: ComponentType<PhotoFieldProps> }) {
  const { hasOwn, edited } = props
  const form = useRef<HTMLFormElement>(null)
  const { fault, isBusy, reason, photos, cancel, handleInput, handleSubmit } = useReviewForm(props, form)
  return (
    <form
      ref={form}
      className="review-form__fields"
      method="dialog"
      noValidate
      onSubmit={handleSubmit}
      onInput={({ currentTarget }) => handleInput(currentTarget)}
    >
      {hasOwn && !edited && (
        <p className="field__hint">You've reviewed this item. A new review replaces it.</p>
      )}
      <RatingInput name="rating" legend="Rating" faultId={fault && faultId} />
      <CommentField fault={fault} isBusy={isBusy} />
      <PhotoField {...photos} maxCount={reviewLimits.photos} isReadOnly={isBusy} />
      {fault && <FaultLine {...fault} />}
      <SendRow reason={reason} isBusy={isBusy} onCancel={edited && cancel} />
    </form>
  )
}

function CommentField({ fault, isBusy }: { fault: ReviewFormFault | undefined; isBusy: boolean }) {
  return (
    <div className="field">
      <label className="field__label" htmlFor="review-comment">
        Comment
      </label>
      <textarea
        className="input"
        id="review-comment"
        name="comment"
        maxLength={reviewLimits.comment}
        placeholder="Fit, material, anything the photos don't show"
        readOnly={isBusy}
        aria-invalid={fault?.missingField === 'comment' || undefined}
        aria-describedby={fault ? `${faultId} review-hint` : 'review-hint'}
      />
      <p className="field__hint" id="review-hint">
        Your review appears here once it's approved.
      </p>
    </div>
  )
}

type SendRowProps = {
  /** Why the review cannot be sent yet. */
  reason: string | undefined
  isBusy: boolean
  /** Ends editing; undefined for a new review. */
  onCancel: (() => void) | undefined
}

function SendRow({ reason, isBusy, onCancel }: SendRowProps) {
  return (
    <div className="review-form__send">
      <label className="check">
        <input className="check__box" type="checkbox" name="showWithQc" defaultChecked />
        Show my photos with the QC photos too
      </label>
      <p className="review-form__reason" id={reasonId} aria-live="polite">
        {reason}
      </p>
      {onCancel && (
        <button type="button" className="btn btn--quiet" onClick={onCancel}>
          Cancel
        </button>
      )}
      <button
        type="submit"
        className="btn btn--brand"
        title={reason}
        aria-busy={isBusy || undefined}
        aria-disabled={reason !== undefined || undefined}
        aria-describedby={reason === undefined ? undefined : reasonId}
      >
        {isBusy && <Spinner />}
        <span>Submit</span>
      </button>
    </div>
  )
}

function FaultLine({ text, missingField }: ReviewFormFault) {
  return (
    <ErrorLine id={faultId} role={missingField && 'alert'}>
      {text}
    </ErrorLine>
  )
}
