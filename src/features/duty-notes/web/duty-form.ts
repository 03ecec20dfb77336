import { useCountryNames } from '#features/freight/web/use-country-names.ts'
import { getErrorMessage, isRequestError } from '#shared/failure.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { type FormFailure, useValidatedForm, type ValidatedForm } from '#shared/web/validated-form.ts'
import type { DutyNote } from '../contract.ts'
import { dutyNoteLimits } from '../spec.ts'
import { useSetDutyNote } from './duty-changes.ts'

export type DutyField = 'country' | 'text' | 'asOf' | 'source'
export type DutyForm = ValidatedForm<DutyField>

const fieldLabels = { text: 'Note', asOf: 'Checked', source: 'Source' } as const

/** A country's note, with its date and source. */
export function useDutyForm(note: DutyNote | undefined, onSaved: () => void) {
  const setNote = useSetDutyNote()
  const getCountryName = useCountryNames()
  const start: Record<DutyField, string> = {
    country: note?.country ?? '',
    text: note?.text ?? '',
    asOf: note?.asOf ?? '',
    source: note?.source ?? '',
  }
  const form = useValidatedForm<DutyField>({
    id: note ? `duty-${note.country}` : 'duty-new',
    start,
    rules: {
      country: (text) => (text === '' ? 'Country is required' : undefined),
      text: (text) => validateField('text', text),
      asOf: (text) => validateField('asOf', text),
      source: (text) => validateField('source', text),
    },
    submit: async ({ country, text, asOf, source }) => {
      await setNote(country, { text: text.trim(), asOf: asOf.trim(), source: source.trim() })
      toast.success(`The note on ${getCountryName(country)} is saved.`)
      onSaved()
      return 'done'
    },
    explain: toDutyFormError,
  })
  const isChanged = () =>
    Object.entries(start).some(([name, text]) => form.getText(name as DutyField) !== text)
  return { form, isChanged }
}

function validateField(field: keyof typeof fieldLabels, text: string): string | undefined {
  const length = text.trim().length
  const most = dutyNoteLimits[field]
  if (length === 0) return `${fieldLabels[field]} is required.`
  return length > most ? `${fieldLabels[field]} can be up to ${most} characters, not ${length}.` : undefined
}

function toDutyFormError(error: unknown): FormFailure {
  const text = getErrorMessage(error, 'The note was not saved.')
  return isRequestError(error) ? { text } : { text, help: 'Check your connection and try again.' }
}
