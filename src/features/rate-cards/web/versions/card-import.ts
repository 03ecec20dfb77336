import { useState } from 'react'
import { type FieldError, getErrorMessage, isRequestError } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { RateCardSummary, RateCardsContract } from '../../contract.ts'
import { maxImportBytes } from '../../texts-and-limits.ts'
import { useAddNewCard } from './rate-card-list.ts'

export type ImportProblem = {
  title: string
  text?: string
  /** The first twenty errors. */
  errors: FieldErrorLine[]
}
/** A path in the card, as in 'lines[3] (ems), rates[0] (US), tiers[1].upTo', and the error in that field. */
export type FieldErrorLine = { path: string; text: string }

export type CardImport = {
  isBusy: boolean
  problem: ImportProblem | undefined
  importFile: (file: File) => Promise<void>
}

export const maxErrors = 20

/** Reads a file and sends it; the result is an inactive version. */
export function useCardImport(onImported: (card: RateCardSummary) => void): CardImport {
  const send = useApiClient()
  const addNewCard = useAddNewCard()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ImportProblem>()

  async function sendFile(file: File) {
    const content = await readCardFile(file)
    if ('title' in content) return setProblem({ ...content, errors: [] })
    const { data } = await send<RateCardsContract['importRateCard']>('POST /shipping/rateCards', {
      body: content,
    })
    addNewCard(data.card)
    toast.success(`${data.card.id} was imported. Activate it to use it.`)
    onImported(data.card)
  }

  return {
    isBusy,
    problem,
    async importFile(file) {
      if (isBusy) return
      setBusy(true)
      setProblem(undefined)
      try {
        await sendFile(file)
      } catch (error) {
        setProblem(toImportProblem(error))
      }
      setBusy(false)
    },
  }
}

function toImportProblem(error: unknown): ImportProblem {
  const errors = isRequestError(error) ? (error.errors ?? []).map(toFieldErrorLine) : []
  const title =
    errors.length > 0 ? "We couldn't import this file" : getErrorMessage(error, 'The file was not imported.')
  return { title, errors: errors.slice(0, maxErrors) }
}

/** The server's message begins with a path in the card; when it does not, the field is the path. */
export function toFieldErrorLine({ field, message }: FieldError): FieldErrorLine {
  const end = message.indexOf(': ')
  return end < 0
    ? { path: field, text: message }
    : { path: message.slice(0, end), text: message.slice(end + 2) }
}

/** Why a file cannot be sent, as a message for the user. */
type FileError = { title: string; text?: string }

/** Parses the JSON of a file; the server validates the card. */
export async function readCardFile(file: File): Promise<{ card: unknown } | FileError> {
  if (file.size > maxImportBytes) return { title: 'A rate card may have 1 MB at most.' }
  const text = (await file.text()).trim()
  if (text === '') return { title: 'This file is empty.' }
  try {
    return { card: JSON.parse(text) }
  } catch (error) {
    return { title: 'This file is not JSON.', text: error instanceof Error ? error.message : '' }
  }
}
