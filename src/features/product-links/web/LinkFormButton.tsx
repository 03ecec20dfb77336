import type { ReactNode } from 'react'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import type { LinkFormState } from './use-link-form.ts'

type LinkFormButtonProps = {
  state: LinkFormState
  className: string
  /** In place of the visible label. */
  icon?: ReactNode
}

/** Sends a link form. Never disabled: a second press while the item opens has no effect. */
export function LinkFormButton({ state, className, icon }: LinkFormButtonProps) {
  const isOpening = state === 'opening'
  return (
    <button type="submit" className={className} aria-busy={isOpening || undefined}>
      {isOpening ? <Spinner /> : icon}
      <span className={icon ? 'visually-hidden' : undefined}>{isOpening ? 'Opening…' : 'Search'}</span>
    </button>
  )
}
