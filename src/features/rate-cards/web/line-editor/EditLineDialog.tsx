import { type RefObject, useEffect, useRef } from 'react'
import type { ShippingLine } from '#features/freight/rate-card.ts'
import { confirmLeaving } from '#shared/web/ui/dialogs/confirmations.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { EditForm } from '#shared/web/ui/forms/EditForm.tsx'
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
    if (form.isChanged && !(await confirmLeaving('this line'))) return
    form.startOver()
    onClose()
  }

  return (
    <Dialog
      hasAddress
      open={open}
      onClose={() => void leave()}
      title={line.name}
      description={`Saving creates a new version of ${card.id}. Activate it to use it.`}
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

type EditLineFormProps = {
  form: LineForm
  line: ShippingLine
  currency: string
  firstRef: RefObject<HTMLInputElement | null>
  onCancel: () => void
}

function EditLineForm({ form, line, currency, firstRef, onCancel }: EditLineFormProps) {
  const { faults } = form.state
  const only = faults.length === 1 ? faults[0]?.id : undefined
  useEffect(() => {
    if (only) document.getElementById(only)?.focus() // of several the summary takes the focus
  }, [only])
  return (
    <EditForm
      form={form.state}
      submit="Save as a new version"
      onCancel={onCancel}
      draft={form.draft && { ...form.draft, onDiscard: form.startOver }}
    >
      <LineFields form={form} line={line} firstRef={firstRef} />
      <RateFields form={form} line={line} currency={currency} />
    </EditForm>
  )
}
