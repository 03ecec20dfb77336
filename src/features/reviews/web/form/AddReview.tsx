import './AddReview.css'
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { useSession } from '#shared/web/session/session.ts'
import type { OwnReview } from '../../contract.ts'
import { reviewText } from '../../texts-and-limits.ts'
import { type ReviewSubject, reviewFormAnchor } from '../review-subject.ts'

export type ReviewFormProps = {
  subject: ReviewSubject
  /** The member has a review of the item, which the new one replaces. */
  hasOwn: boolean
  /** The review to edit; another object resets the form. */
  edited: OwnReview | undefined
  /** Called after the form was sent, or editing was canceled. */
  onDone: (how: { isSent: boolean }) => void
}
export type LoadReviewForm = () => Promise<ComponentType<ReviewFormProps>>

type AddReviewProps = ReviewFormProps & { loadForm: LoadReviewForm; isNear: boolean }

/**
 * §2 'Add a Review'. Members get the form, on phones after a button; others see why they cannot review. The server
 * renders all versions, and CSS selects one until the session is loaded.
 */
export function AddReview({ loadForm, isNear, ...props }: AddReviewProps) {
  const session = useSession()
  const isMember = session.user?.role === 'user'
  const Form = useLazyComponent(loadForm, isNear && isMember)
  const [isOpen, setOpen] = useState(false)
  const section = useRef<HTMLElement>(null)
  useOpenFromAnchor(() => setOpen(true))
  const { edited, onDone } = props
  useEffect(() => {
    if (isOpen && Form) section.current?.querySelector<HTMLElement>('input')?.focus()
  }, [isOpen, Form])
  return (
    <section
      className="panel review-form"
      id={reviewFormAnchor}
      aria-labelledby="review-form-heading"
      data-open={isOpen || edited !== undefined || undefined}
      ref={section}
    >
      <h3 className="panel__title" id="review-form-heading">
        {edited ? 'Edit your review' : 'Add a Review'}
      </h3>
      {!isMember && <ReviewGate subject={props.subject} />}
      <button
        type="button"
        className="btn review-form__open to-members js-only"
        onClick={() => setOpen(true)}
      >
        Add a Review
      </button>
      <div className="review-form__body to-members js-only">
        {isMember && Form && (
          <Form
            // A new user does not get the previous user's input.
            key={session.user?.id}
            {...props}
            onDone={(how) => {
              setOpen(false)
              onDone(how)
            }}
          />
        )}
      </div>
    </section>
  )
}

/** Explains to visitors and admins why Submit is disabled (§5). */
function ReviewGate({ subject: { name, picture } }: { subject: ReviewSubject }) {
  const { user } = useSession()
  const isAdmin = user?.role === 'admin'
  const reason = isAdmin ? reviewText.admin : reviewText.login
  const handleLogin = () =>
    saveReturnPath(`${location.pathname}${location.search}#${reviewFormAnchor}`, undefined, {
      act: 'review',
      name,
      picture,
    })
  return (
    <div className="review-form__gate">
      <p id="review-gate">
        {!user && <span className="to-visitors">{reviewText.login}</span>}
        <span className="to-admins">{reviewText.admin}</span>
      </p>
      {!user && (
        <a className="btn btn--brand to-visitors" href={paths.login()} onClick={handleLogin}>
          Log in<span className="visually-hidden"> to add a review</span>
        </a>
      )}
      <button
        type="button"
        className="btn js-only"
        title={reason}
        aria-disabled
        aria-describedby="review-gate"
      >
        Submit
      </button>
    </div>
  )
}

/** Opens the form when a login returns to it. */
function useOpenFromAnchor(open: () => void): void {
  const handle = useEffectEvent(() => {
    if (location.hash === `#${reviewFormAnchor}`) open()
  })
  useEffect(() => {
    handle()
    window.addEventListener('hashchange', handle)
    return () => window.removeEventListener('hashchange', handle)
  }, [])
}
