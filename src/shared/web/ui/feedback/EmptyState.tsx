import type { ReactNode } from 'react'
import './EmptyState.css'

type EmptyStateProps = {
  /** The sentence that says what is missing, or a title before there was a request. */
  title?: string
  name?: string
  /** What the visitor can do, in one line. */
  text?: ReactNode
  /** SVG paths in a box of 200 x 128 that draw the outline of the missing content. */
  drawing?: ReactNode
  /** The sentence is the heading of the page. */
  level?: 1 | 2 | 3
  /** Buttons and links. */
  children?: ReactNode
  className?: string
}

/** An empty state: a dashed outline of the missing content, and a sentence. */
export function EmptyState({
  title,
  name,
  text,
  drawing,
  level = 2,
  children,
  className = '',
}: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <section className={`empty ${className}`} aria-label={name}>
      <div className="empty__mat surface-mat" aria-hidden>
        <svg
          viewBox="0 0 200 128"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeDasharray="4 4"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          {drawing ?? <TwoCards />}
        </svg>
      </div>
      {title && <Heading className="empty__t">{title}</Heading>}
      {text && <p className="empty__p">{text}</p>}
      {children && <div className="empty__acts">{children}</div>}
    </section>
  )
}

function TwoCards() {
  return (
    <>
      <rect x="26" y="14" width="66" height="100" rx="4" />
      <path d="M34 22h50v44H34zM34 78h42M34 88h50M34 104h22" />
      <rect x="108" y="14" width="66" height="100" rx="4" />
      <path d="M116 22h50v44h-50zM116 78h42M116 88h50M116 104h22" />
    </>
  )
}
