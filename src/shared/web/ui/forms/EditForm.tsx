import { type ReactNode, useState } from 'react'
import { formatClock } from '#shared/format/format-date.ts'
import type { FormState } from '#shared/web/validated-form.ts'
import { Callout } from '../feedback/Callout.tsx'
import './EditForm.css'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FailureNotice } from './FailureNotice.tsx'
import { SubmitButton } from './SubmitButton.tsx'

/** Changes that are stored in the browser and not saved. */
export type RestoredDraft = {
  /** When they were typed, in ms since 1970. */
  savedAt: number | undefined
  /** The labels of the fields that differ from what is saved. */
  fields: readonly string[]
  /** Deletes the stored changes. */
  onDiscard: () => void
}

type EditFormProps = {
  form: FormState
  submit: string
  onCancel: () => void
  /** Deletes the draft and continues without it. */
  drop?: () => void
  /** The stored changes with which the fields began. */
  draft?: RestoredDraft | false
  /** Loads what another user saved meanwhile. */
  onReload?: (() => unknown) | false
  children: ReactNode
}

/** The form of a dialog that edits something: notices, fields, and two buttons. */
export function EditForm({ form, submit, onCancel, drop, draft, onReload, children }: EditFormProps) {
  const deleteDraftThen = (next: () => unknown) => () => {
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
              <button type="button" className="textbtn" onClick={deleteDraftThen(onReload)}>
                Reload
              </button>{' '}
              to see the latest version. Your changes here will be lost.
            </span>
          )}
        </FailureNotice>
        {draft && !form.failure && <DraftNotice draft={draft} onDiscard={deleteDraftThen(draft.onDiscard)} />}
        {children}
      </div>
      <div className="dialog__acts">
        <button type="button" className="btn" onClick={deleteDraftThen(onCancel)}>
          Cancel
        </button>
        <SubmitButton form={form} label={submit} busyLabel="Saving…" variant="brand" />
      </div>
    </form>
  )
}

type DraftNoticeProps = { draft: RestoredDraft; onDiscard: () => void }

/** The notice that the fields contain changes that are not saved. */
function DraftNotice({ draft: { savedAt, fields }, onDiscard }: DraftNoticeProps) {
  const since = savedAt === undefined ? '' : ` from ${formatClock(savedAt)}`
  return (
    <Callout variant="warn" title={`Unsaved changes${since}`} role="status">
      <span>
        {fields.length > 0 && <span>{`Different from what is saved: ${fields.join(', ')}. `}</span>}
        <button type="button" className="textbtn" onClick={onDiscard}>
          Discard
        </button>
      </span>
    </Callout>
  )
}

/** The initial values of a form; `startWith` replaces them, for a form with `key={version}`. */
export function useFormBase<Edited>(initial: Edited) {
  const [{ base, version }, setBase] = useState({ base: initial, version: 0 })
  return { base, version, startWith: (next: Edited) => setBase({ base: next, version: version + 1 }) }
}
