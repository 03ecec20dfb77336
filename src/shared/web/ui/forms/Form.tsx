import type { ReactNode } from 'react'
import type { FormState } from '#shared/web/validated-form.ts'
import './Form.css'
import { FailureNotice } from './FailureNotice.tsx'
import { SubmitButton } from './SubmitButton.tsx'

type FormProps = {
  form: FormState
  /** The button's label, and its label while the form is being sent. */
  submit: string
  busy: string
  variant?: 'primary' | 'brand'
  /** A link between the fields and the button. */
  beside?: ReactNode
  children?: ReactNode
}

/**
 * Fields, the error of the whole form, and the button. The method `dialog` does nothing outside of a dialog:
 * a form that is sent before the script has loaded must not put a password into the URL.
 */
export function Form({ form, submit, busy, variant = 'primary', beside, children }: FormProps) {
  const { id, failure, handleSubmit } = form
  return (
    <form id={id} className="form" method="dialog" noValidate onSubmit={handleSubmit}>
      {children}
      {beside}
      <FailureNotice failure={failure} />
      <SubmitButton form={form} label={submit} busyLabel={busy} variant={variant} />
    </form>
  )
}
