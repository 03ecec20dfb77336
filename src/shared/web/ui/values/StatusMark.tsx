import type { ReactNode } from 'react'
import './StatusMark.css'

/** `good`: ok, approved, active · `slow` · `bad`: down, denied, blocked · `waiting`: pending · `off`: inactive. */
export type StatusLook = 'good' | 'slow' | 'bad' | 'waiting' | 'off'

/** A status: always shape, word and color. */
export function StatusMark({ look, children }: { look: StatusLook; children: ReactNode }) {
  return (
    <span className="status-mark">
      <StatusShape look={look} />
      <span>{children}</span>
    </span>
  )
}

/** The shape alone, where the word stands elsewhere. */
export function StatusShape({ look }: { look: StatusLook }) {
  return (
    <svg className={`status-shape status-shape--${look}`} viewBox="0 0 12 12" aria-hidden="true">
      {shapes[look]}
    </svg>
  )
}

const shapes: Record<StatusLook, ReactNode> = {
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
