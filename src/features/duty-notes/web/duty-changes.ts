import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCountryNames } from '#features/freight/web/use-country-names.ts'
import { getErrorMessage } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { askConfirm } from '#shared/web/ui/dialogs/alerts.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { DutyNote, DutyNotesContract } from '../contract.ts'
import { dutyNotesQuery } from './queries.ts'

export type DutyNoteTexts = Pick<DutyNote, 'text' | 'asOf' | 'source'>

/** Writes a country's note; the cached list is then the server's answer. */
export function useSetDutyNote() {
  const send = useApiClient()
  const queryClient = useQueryClient()
  const { queryKey } = dutyNotesQuery(send)
  return async (country: string, body: DutyNoteTexts | { text: '' }) => {
    const { data } = await send<DutyNotesContract['setDutyNote']>('PATCH /shipping/dutyNotes', {
      query: { country },
      body,
    })
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (kept) => kept && { ...kept, data })
  }
}

/** Restores the built-in text after a confirmation. */
export function useDutyChanges(notes: readonly DutyNote[]) {
  const setNote = useSetDutyNote()
  const getCountryName = useCountryNames()
  const [busy, setBusy] = useState<string>()
  const focusOnceRestored = useRestoredFocus(notes)
  return {
    isBusy: (country: string) => busy === country,
    async restore({ country }: DutyNote) {
      const name = getCountryName(country)
      if (!(await askConfirm({ ...restoreConfirm, help: name }))) return
      setBusy(country)
      try {
        await setNote(country, { text: '' })
        toast.success(`Restored the built-in note for ${name}.`)
        focusOnceRestored(country)
      } catch (error) {
        toast.error(getErrorMessage(error, `We couldn't restore the note for ${name}.`))
      }
      setBusy(undefined)
    },
  }
}

const restoreConfirm = {
  title: 'Restore this note?',
  text: 'This replaces your text with the built-in note.',
  confirm: 'Restore',
} as const

/** The pressed button disappears with the change, so the focus moves to what then is in its row. */
function useRestoredFocus(notes: readonly DutyNote[]): (country: string) => void {
  const [wanted, setWanted] = useState<string>()
  useEffect(() => {
    if (wanted === undefined || notes.some(({ country, updatedAt }) => country === wanted && updatedAt))
      return
    setWanted(undefined)
    const next = document.querySelector<HTMLElement>(`[data-country="${wanted}"] .row-act`)
    const target = next ?? document.querySelector<HTMLElement>('main .row-act')
    target?.focus({ preventScroll: true })
  }, [wanted, notes])
  return setWanted
}
