import { type RefObject, useEffect, useRef } from 'react'
import type { ShippingLine } from '#features/freight/rate-card.ts'
import { askConfirm } from '#shared/web/ui/dialogs/alerts.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { ErrorSummary } from '#shared/web/ui/forms/ErrorSummary.tsx'
import { SubmitButton } from '#shared/web/ui/forms/SubmitButton.tsx'
import type { RateCardSummary } from '../../contract.ts'
import './EditLineDialog.css'
import { LineFields } from './LineFields.tsx'
import { type LineForm, useLineForm } from './line-form.ts'
import { RateFields } from './RateFields.tsx'

type EditLineDialogProps = {
  card: RateCardSummary
  line: ShippingLine
  open: boolean
  onClose: () => void
  onSaved: (card: RateCardSummary) => void
}

/** Edits prices and limits of one line. Saving creates a new version; the present one stays unchanged. */
export function EditLineDialog({ card, line, open, onClose, onSaved }: EditLineDialogProps) {
  const form = useLineForm({ cardId: card.id, line, onSaved })
  const first = useRef<HTMLInputElement>(null)

  async function leave() {
    if (form.isChanged && !(await askConfirm(leaveDialog))) return
    form.startOver()
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={() => void leave()}
      title={line.name}
      description={`Saving makes a new version of ${card.id}, which is not active by itself.`}
      className="edit-line"
      initialFocus={first}
    >
      <EditLineForm
        form={form}
        line={line}
        currency={card.currency}
        firstRef={first}
        onCancel={() => void leave()}
      />
    </Dialog>
  )
}

const leaveDialog = {
  title: 'Leave without saving?',
  text: 'What you changed in this line is lost.',
  confirm: 'Leave',
  cancel: 'Stay here',
  isDanger: true,
} as const

type EditLineFormProps = {
  form: LineForm
  line: ShippingLine
  currency: string
  firstRef: RefObject<HTMLInputElement | null>
  onCancel: () => void
}

function EditLineForm({ form, line, currency, firstRef, onCancel }: EditLineFormProps) {
  const { id, handleSubmit, faults } = form.state
  const only = faults.length === 1 ? faults[0]?.id : undefined
  useEffect(() => {
    if (only) document.getElementById(only)?.focus() // of several the summary takes the focus
  }, [only])
  return (
    <form id={id} className="edit-line__form" method="dialog" noValidate onSubmit={handleSubmit}>
      <div className="edit-line__fields">
        <EditLineNotes form={form} />
        <LineFields form={form} line={line} firstRef={firstRef} />
        <RateFields form={form} line={line} currency={currency} />
      </div>
      <div className="dlg__acts">
        <button type="button" className="btn" onClick={onCancel}>
          Cancel
        </button>
        <SubmitButton form={form.state} label="Save as a new version" busyLabel="Saving…" look="brand" />
      </div>
    </form>
  )
}

/** What there is to know before the fields; nothing, as a rule. */
function EditLineNotes({ form: { state, isRestored, startOver } }: { form: LineForm }) {
  const { failure } = state
  return (
    <>
      <ErrorSummary form={state} />
      {failure && (
        <Callout look="bad" title={failure.text} role="alert">
          {failure.help && <span>{failure.help}</span>}
        </Callout>
      )}
      {isRestored && !failure && (
        <Callout title="Your changes were kept">
          <span>
            They are not saved yet.{' '}
            <button type="button" className="textbtn" onClick={startOver}>
              Start over
            </button>
          </span>
        </Callout>
      )}
    </>
  )
}
