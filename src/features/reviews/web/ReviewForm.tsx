import './ReviewForm.css'
import { CircleAlert } from 'lucide-react'
import { useRef } from 'react'
import { paths } from '#shared/paths.ts'
import { type SessionState, useSession } from '#shared/web/session/session.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { reviewLimits, reviewText } from '../spec.ts'
import { RatingInput } from './RatingInput.tsx'
import { type ReviewFormFault, type ReviewSubject, reviewFormAnchor, useReviewForm } from './review-form.ts'

const faultId = 'review-fault'
const gateId = 'review-gate'

/** §2 'Add a Review'. A visitor may begin; the login brings them back to what they wrote. */
export function ReviewForm({ subject }: { subject: ReviewSubject }) {
  const form = useRef<HTMLFormElement>(null)
  const { fault, isBusy, handleInput, handleSubmit, handleLogin } = useReviewForm(subject, form)
  return (
    <section className="panel review-form" id={reviewFormAnchor} aria-labelledby="review-form-heading">
      <h3 className="panel__title" id="review-form-heading">
        Add a Review
      </h3>
      <form
        ref={form}
        method="dialog"
        noValidate
        onSubmit={handleSubmit}
        onInput={({ currentTarget }) => handleInput(currentTarget)}
      >
        <RatingInput name="rating" legend="Rating" faultId={fault && faultId} />
        <CommentField fault={fault} isBusy={isBusy} />
        {fault && <FaultLine {...fault} />}
        <ReviewGate isBusy={isBusy} onLogin={handleLogin} />
      </form>
    </section>
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
        placeholder="Size, material, what the photos did not show"
        readOnly={isBusy}
        aria-invalid={fault?.missing === 'comment' || undefined}
        aria-describedby={fault ? `${faultId} review-hint` : 'review-hint'}
      />
      <p className="field__hint" id="review-hint">
        It appears here once it has been approved.
      </p>
    </div>
  )
}

function FaultLine({ text, missing }: ReviewFormFault) {
  return (
    <p className="err" id={faultId} role={missing && 'alert'}>
      <CircleAlert className="icon icon--s" aria-hidden />
      <span>{text}</span>
    </p>
  )
}

type ReviewGateProps = { isBusy: boolean; onLogin: () => void }

/**
 * Submit, and why it is disabled (§5). The server renders both variants; until the session is known the
 * stylesheet picks.
 */
function ReviewGate({ isBusy, onLogin }: ReviewGateProps) {
  const session = useSession()
  const reason = isBusy ? 'Submitting…' : getGateReason(session)
  return (
    <div className="review-form__gate">
      <p id={gateId} aria-live="polite">
        {isBusy && reason}
        {session.status !== 'member' && <span className="to-visitors">{reviewText.login}</span>}
        {!isBusy && canBeAdmin(session) && <span className="to-admins">{reviewText.admin}</span>}
      </p>
      {session.status !== 'member' && (
        <a className="btn btn--brand to-visitors" href={paths.login()} onClick={onLogin}>
          Login<span className="visually-hidden"> to add a review</span>
        </a>
      )}
      <button
        type="submit"
        className="btn btn--brand"
        title={reason}
        aria-busy={isBusy || undefined}
        aria-disabled={reason !== undefined || undefined}
        aria-describedby={reason === undefined ? undefined : gateId}
      >
        {isBusy && <Spinner />}
        Submit
      </button>
    </div>
  )
}

function canBeAdmin({ status, user }: SessionState): boolean {
  return status === 'loading' || user?.role === 'admin'
}

function getGateReason({ user }: SessionState): string | undefined {
  if (!user) return reviewText.login
  return user.role === 'admin' ? reviewText.admin : undefined
}
