import { Check, X } from 'lucide-react'
import type { ModerationStatus } from '#shared/column-values.ts'

type ApproveDenyButtonsProps = {
  /** The row it belongs to, for screen readers: 'review by Ann'. */
  of: string
  status: ModerationStatus
  onModerate: (status: ModerationStatus) => void
  className: string
}

/** Two large buttons. The current status is shown as pressed; pressing it again resets it to pending. */
export function ApproveDenyButtons({ of, status, onModerate, className }: ApproveDenyButtonsProps) {
  const isApproved = status === 'approved'
  const isDenied = status === 'denied'
  return (
    <span className={className}>
      <button
        type="button"
        className={status === 'pending' ? 'btn btn--brand' : 'btn'}
        aria-pressed={isApproved}
        onClick={() => onModerate(isApproved ? 'pending' : 'approved')}
      >
        <Check className="icon" aria-hidden />
        <span>
          <span>{isApproved ? 'Approved' : 'Approve'}</span>
          <span className="visually-hidden">{`, ${of}`}</span>
        </span>
      </button>
      <button
        type="button"
        className="btn"
        aria-pressed={isDenied}
        onClick={() => onModerate(isDenied ? 'pending' : 'denied')}
      >
        <X className="icon" aria-hidden />
        <span>
          <span>{isDenied ? 'Denied' : 'Deny'}</span>
          <span className="visually-hidden">{`, ${of}`}</span>
        </span>
      </button>
    </span>
  )
}
