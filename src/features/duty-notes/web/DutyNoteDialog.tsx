import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { countriesQuery } from '#features/freight/web/queries.ts'
import { useCountryNames } from '#features/freight/web/use-country-names.ts'
import { confirmLeaving } from '#shared/web/ui/dialogs/confirmations.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { EditForm } from '#shared/web/ui/forms/EditForm.tsx'
import { Field, FieldFrame, getAriaProps } from '#shared/web/ui/forms/Field.tsx'
import type { DutyNote } from '../contract.ts'
import './DutyNoteDialog.css'
import { type DutyForm, useDutyForm } from './duty-form.ts'

type DutyNoteDialogProps = {
  /** Undefined: a country without a note is chosen first. */
  note: DutyNote | undefined
  /** Countries that have a note. */
  taken: readonly string[]
  open: boolean
  onClose: () => void
}

export function DutyNoteDialog({ note, taken, open, onClose }: DutyNoteDialogProps) {
  const { form, isChanged } = useDutyForm(note, onClose)
  const getCountryName = useCountryNames()
  const first = useRef<HTMLElement>(null)

  async function leave() {
    if (!isChanged() || (await confirmLeaving('this note'))) onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={() => void leave()}
      title={note ? getCountryName(note.country) : 'Add a country'}
      description='Shoppers see it with its date and source, marked "for information only".'
      className="dialog--wide"
      initialFocus={first}
    >
      <EditForm form={form.state} submit="Save the note" onCancel={() => void leave()}>
        {!note && <DutyCountryField form={form} taken={taken} firstRef={first} />}
        <DutyTextField form={form} {...(note && { firstRef: first })} />
        <div className="duty-form__row">
          <Field label="Checked" hint="Like 2026-07." autoComplete="off" {...form.field('asOf')} />
          <Field label="Source" autoComplete="off" {...form.field('source')} />
        </div>
      </EditForm>
    </Dialog>
  )
}

/** `firstRef` is set to where the focus starts. */
type FirstFieldProps = { firstRef?: RefObject<HTMLElement | null> }

function DutyTextField({ form, firstRef }: FirstFieldProps & { form: DutyForm }) {
  const { error, ref, ...field } = form.field('text')
  return (
    <FieldFrame id={field.id} label="Note" error={error}>
      <textarea
        className="input"
        rows={6}
        {...field}
        {...getAriaProps(field.id, error, undefined)}
        ref={(area) => {
          ref(area)
          if (firstRef) firstRef.current = area
        }}
      />
    </FieldFrame>
  )
}

function DutyCountryField({
  form,
  taken,
  firstRef,
}: FirstFieldProps & { form: DutyForm; taken: readonly string[] }) {
  const { data: countries = [] } = useQuery(countriesQuery())
  const { error, readOnly: _readOnly, ref, ...field } = form.field('country')
  return (
    <FieldFrame id={field.id} label="Country" error={error}>
      <span className="selectwrap">
        <select
          className="input select"
          {...field}
          {...getAriaProps(field.id, error, undefined)}
          ref={(select) => {
            ref(select)
            if (firstRef) firstRef.current = select
          }}
        >
          <option value="">Choose a country</option>
          {countries
            .filter(({ code }) => !taken.includes(code))
            .map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
        </select>
        <ChevronDown className="icon icon--s" aria-hidden />
      </span>
    </FieldFrame>
  )
}
