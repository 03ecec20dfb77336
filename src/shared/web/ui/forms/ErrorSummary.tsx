import { type MouseEvent, useEffect, useRef } from 'react'
import type { FormFieldError, FormState } from '#shared/web/validated-form.ts'
import './ErrorSummary.css'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'

type ErrorSummaryProps = {
  form: FormState
  /** The specification's own sentence, which is shown for a single error as well. */
  title?: string | undefined
}

const counts = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven']

/**
 * Lists several wrong fields with a link to each. It takes the focus when it appears. A field is removed when
 * it is corrected.
 */
export function ErrorSummary({ form: { fieldErrors, remaining = fieldErrors }, title }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const isNeeded = fieldErrors.length > 1 || (fieldErrors.length === 1 && title !== undefined)
  useEffect(() => {
    if (fieldErrors.length > 1) box.current?.focus()
  }, [fieldErrors])
  if (!isNeeded || remaining.length === 0) return null
  return (
    <Callout
      ref={box}
      variant="bad"
      title={title ?? formatTitle(remaining.length)}
      className="error-summary"
      role="alert"
      tabIndex={-1}
    >
      <ul>
        {remaining.map((error) => (
          <li key={error.id}>
            <a href={`#${error.id}`} onClick={(event) => focusField(event, error)}>
              {error.message}
            </a>
          </li>
        ))}
      </ul>
    </Callout>
  )
}

function formatTitle(count: number): string {
  return count === 1 ? 'Check this field' : ['Check these', counts[count], 'fields'].filter(Boolean).join(' ')
}

/** Moves the focus by script, because the page's URL must not change. */
function focusField(event: MouseEvent, { id }: FormFieldError): void {
  const input = document.getElementById(id)
  if (!input) return
  event.preventDefault()
  input.closest('.field')?.scrollIntoView({ block: 'nearest' })
  input.focus({ preventScroll: true })
}
