import type { ReactNode } from 'react'
import './StatusMark.css'

/** `good`: ok, approved, active · `slow` · `bad`: down, denied, blocked · `waiting`: pending · `off`: inactive. */
export type StatusVariant = 'good' | 'slow' | 'bad' | 'waiting' | 'off'

/** A status as shape, text and color. */
export function StatusMark({ variant, children }: { variant: StatusVariant; children: ReactNode }) {
  return (
    <span className="status-mark">
      <StatusShape variant={variant} />
      <span>{children}</span>
    </span>
  )
}

/** Only the shape, where the text is shown elsewhere. */
export function StatusShape({ variant }: { variant: StatusVariant }) {
  return (
    <svg className={`status-shape status-shape--${variant}`} viewBox="0 0 12 12" aria-hidden="true">
      {shapes[variant]}
    </svg>
  )
}

const shapes: Record<StatusVariant, ReactNode> = {
  good: (
    <>
      <circle cx="6" cy="6" r="6" fill="currentColor" />
      <path d="M3.2 6.2l2 2 3.6-4.2" fill="none" className="status-shape__sign" />
    </>
  ),
  slow: <path d="M6 .8L11.6 11H.4z" fill="currentColor" />,
  bad: (
    <>
      <path d="M0 0h12v12H0z" fill="currentColor" />
      <path d="M3.5 3.5l5 5m0-5l-5 5" fill="none" className="status-shape__sign" />
    </>
  ),
  waiting: <path d="M6 0l6 6-6 6-6-6z" fill="currentColor" />,
  off: <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.6" />,
}
