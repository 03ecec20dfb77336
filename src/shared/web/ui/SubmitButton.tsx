import type { FormState } from '#shared/web/validated-form.ts'
import { Spinner } from './Spinner.tsx'
import './SubmitButton.css'

type SubmitButtonProps = {
  form: FormState
  label: string
  /** What it says while the form is on its way, three dots included. */
  busyLabel: string
  /** The tape is the screen's main act; in a dialog the main act is green. */
  look?: 'tape' | 'brand'
}

const looks = { tape: 'tape tape--wide', brand: 'btn btn--brand btn--block' }

/** Never out of reach: it stays enabled, and what is pressed twice is sent once. */
export function SubmitButton({ form: { isBusy }, label, busyLabel, look = 'tape' }: SubmitButtonProps) {
  return (
    <button type="submit" className={`${looks[look]} submit`} aria-busy={isBusy || undefined}>
      {isBusy && <Spinner />}
      {isBusy ? busyLabel : label}
    </button>
  )
}
