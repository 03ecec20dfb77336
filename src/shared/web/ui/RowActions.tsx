import type { ComponentProps, ReactNode } from 'react'
import './RowActions.css'

/** What can be done with a row: icons side by side, on cards buttons with their words. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className="row-acts">{children}</span>
}

type RowActProps = ComponentProps<'button'> & {
  icon: ReactNode
  /** The word on cards: 'Edit'. */
  label: string
  /** The row it is about, for screen readers. */
  of: string
  isDanger?: boolean
}

export function RowAction({ icon, label, of, isDanger = false, ...rest }: RowActProps) {
  return (
    <button
      type="button"
      className={`btn btn--quiet row-act ${isDanger ? 'row-act--danger' : ''}`}
      title={label}
      {...rest}
    >
      {icon}
      <span className="row-act__word">
        {label}
        <span className="vh"> {of}</span>
      </span>
    </button>
  )
}
