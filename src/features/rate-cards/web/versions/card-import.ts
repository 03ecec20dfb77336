import { useState } from 'react'
import { type FieldError, getErrorMessage, isRequestError } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { RateCardSummary, RateCardsContract } from '../../contract.ts'
import { readCardFile } from './card-file.ts'
import { useAddNewCard } from './rate-card-list.ts'

export type ImportProblem = {
  title: string
  text?: string
  /** The first twenty faults. */
  faults: FileFaultLine[]
}
/** A path in the card, as in 'lines[3] (ems), rates[0] (US), tiers[1].upTo', and the fault there. */
export type FileFaultLine = { path: string; text: string }

export type CardImport = {
  isBusy: boolean
  problem: ImportProblem | undefined
  importFile: (file: File) => Promise<void>
}

export const maxFaults = 20

/** Reads a file and sends it; the result is an inactive version. */
export function useCardImport(onImported: (card: RateCardSummary) => void): CardImport {
  const send = useApiClient()
  const addNewCard = useAddNewCard()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ImportProblem>()

  async function sendFile(file: File) {
    const content = await readCardFile(file)
    if ('title' in content) return setProblem({ ...content, faults: [] })
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
  const faults = isRequestError(error) ? (error.errors ?? []).map(toFaultLine) : []
  const title =
    faults.length > 0 ? "We couldn't import this file" : getErrorMessage(error, 'The file was not imported.')
  return { title, faults: faults.slice(0, maxFaults) }
}

/** The server's message begins with a path in the card; when it does not, the field is the path. */
export function toFaultLine({ field, message }: FieldError): FileFaultLine {
  const end = message.indexOf(': ')
  return end < 0
    ? { path: field, text: message }
    : { path: message.slice(0, end), text: message.slice(end + 2) }
}
