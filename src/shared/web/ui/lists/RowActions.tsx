import type { ComponentProps, ReactNode } from 'react'
import './RowActions.css'

/** The actions of a row: icons side by side, on cards buttons with labels. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className="row-acts">{children}</span>
}

type RowActionProps = ComponentProps<'button'> & {
  icon: ReactNode
  /** The label on cards: 'Edit'. */
  label: string
  /** The row it belongs to, for screen readers. */
  of: string
  isDanger?: boolean
}

export function RowAction({ icon, label, of, isDanger = false, ...rest }: RowActionProps) {
  return (
    <button
      type="button"
      className={`btn btn--quiet row-act ${isDanger ? 'row-act--danger' : ''}`}
      title={label}
      {...rest}
    >
      {icon}
      <span className="row-act__word">
        <span>{label}</span>
        <span className="visually-hidden"> {of}</span>
      </span>
    </button>
  )
}
