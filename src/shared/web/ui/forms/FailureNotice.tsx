import type { ReactNode } from 'react'
import type { FormFailure } from '#shared/web/validated-form.ts'
import { Callout } from '../feedback/Callout.tsx'

type FailureNoticeProps = { failure: FormFailure | undefined; children?: ReactNode }

/** The error of a form, its help, and further actions as children. */
export function FailureNotice({ failure, children }: FailureNoticeProps) {
  if (!failure) return
  return (
    <Callout variant="bad" title={failure.text} role="alert">
      {children}
      {failure.help && <span>{failure.help}</span>}
    </Callout>
  )
}
