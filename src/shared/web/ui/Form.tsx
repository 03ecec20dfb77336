import type { ReactNode } from 'react'
import type { FormState } from '#shared/web/validated-form.ts'
import './Form.css'
import { Callout } from './Callout.tsx'
import { SubmitButton } from './SubmitButton.tsx'

type FormProps = {
  form: FormState
  /** Of the button, and what it says while the form is on its way. */
  submit: string
  busy: string
  look?: 'tape' | 'brand'
  /** A link between the fields and the button. */
  beside?: ReactNode
  children?: ReactNode
}

/**
 * Fields, what went wrong with the whole, and the button. The method `dialog` does nothing outside of one: a form that
 * is sent before the script is there must not put a password into the address.
 */
export function Form({ form, submit, busy, look = 'tape', beside, children }: FormProps) {
  const { id, failure, handleSubmit } = form
  return (
    <form id={id} className="form" method="dialog" noValidate onSubmit={handleSubmit}>
      {children}
      {beside}
      {failure && (
        <Callout look="bad" title={failure.text} role="alert">
          {failure.help && <span>{failure.help}</span>}
        </Callout>
      )}
      <SubmitButton form={form} label={submit} busyLabel={busy} look={look} />
    </form>
  )
}
