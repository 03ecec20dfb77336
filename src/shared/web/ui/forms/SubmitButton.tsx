import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import type { FormState } from '#shared/web/validated-form.ts'
import './SubmitButton.css'

type SubmitButtonProps = {
  form: FormState
  label: string
  /** The label while the form is being sent, three dots included. */
  busyLabel: string
  /** `primary` is the screen's main action; in a dialog the main action is green. */
  variant?: 'primary' | 'brand'
}

const variantClasses = { primary: 'primary-button primary-button--wide', brand: 'btn btn--brand btn--block' }

/** Never disabled: a second press while the form is being sent has no effect. */
export function SubmitButton({ form: { isBusy }, label, busyLabel, variant = 'primary' }: SubmitButtonProps) {
  return (
    <button type="submit" className={`${variantClasses[variant]} submit`} aria-busy={isBusy || undefined}>
      {isBusy && <Spinner />}
      <span>{isBusy ? busyLabel : label}</span>
    </button>
  )
}
