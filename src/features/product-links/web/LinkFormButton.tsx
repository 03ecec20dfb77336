import type { ReactNode } from 'react'

type LinkFormButtonProps = {
  isOpening: boolean
  className: string
  /** Shown instead of the visible label. */
  icon?: ReactNode
}

/** The submit button of a link form. It is never disabled; a second press while the item opens has no effect. */
export function LinkFormButton({ isOpening, className, icon }: LinkFormButtonProps) {
  return (
    <button type="submit" className={className} aria-busy={isOpening || undefined}>
      {icon}
      <span className={icon ? 'visually-hidden' : undefined}>{isOpening ? 'Opening…' : 'Search'}</span>
    </button>
  )
}
