import { type ReactNode, useState } from 'react'
import type { FormState } from '#shared/web/validated-form.ts'
import { Callout } from '../feedback/Callout.tsx'
import './EditForm.css'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FailureNotice } from './FailureNotice.tsx'
import { SubmitButton } from './SubmitButton.tsx'

type EditFormProps = {
  form: FormState
  submit: string
  onCancel: () => void
  /** Deletes the draft before the dialog goes on. */
  drop?: () => void
  /** Forgets what had been typed before, with which the fields began. */
  onStartOver?: (() => void) | false
  /** Shows what was saved by somebody else meanwhile. */
  onReload?: (() => unknown) | false
  children: ReactNode
}

/** The form of a dialog that edits something: what there is to know first (usually nothing), fields, and two buttons. */
export function EditForm({ form, submit, onCancel, drop, onStartOver, onReload, children }: EditFormProps) {
  const withoutDraft = (next: () => unknown) => () => {
    drop?.()
    next()
  }
  return (
    <form id={form.id} className="edit-form" method="dialog" noValidate onSubmit={form.handleSubmit}>
      <div className="edit-form__fields">
        <ErrorSummary form={form} />
        <FailureNotice failure={form.failure}>
          {onReload && (
            <span>
              <button type="button" className="textbtn" onClick={withoutDraft(onReload)}>
                Reload
              </button>{' '}
              shows what it is now; what you typed here is lost.
            </span>
          )}
        </FailureNotice>
        {onStartOver && !form.failure && (
          <Callout title="Your changes were kept">
            <span>
              They are not saved yet.{' '}
              <button type="button" className="textbtn" onClick={withoutDraft(onStartOver)}>
                Start over
              </button>
            </span>
          </Callout>
        )}
        {children}
      </div>
      <div className="dialog__acts">
        <button type="button" className="btn" onClick={withoutDraft(onCancel)}>
          Cancel
        </button>
        <SubmitButton form={form} label={submit} busyLabel="Saving…" look="brand" />
      </div>
    </form>
  )
}

/** What a form begins with; `startWith` begins anew, for a form with `key={turn}`. */
export function useFormBase<Edited>(initial: Edited) {
  const [{ base, turn }, setBase] = useState({ base: initial, turn: 0 })
  return { base, turn, startWith: (next: Edited) => setBase({ base: next, turn: turn + 1 }) }
}
