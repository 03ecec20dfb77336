import { useState } from 'react'
import { type FieldProblem, getErrorMessage, isRequestError } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { RateCardSummary, RateCardsContract } from '../../contract.ts'
import { readCardFile } from './card-file.ts'
import { useAddNewCard } from './rate-card-list.ts'

export type ImportProblem = {
  title: string
  text?: string
  /** Where the file is wrong, the first twenty places. */
  faults: FileFaultLine[]
}
/** 'lines[3] (ems), rates[0] (US), tiers[1].upTo' and what is wrong there. */
export type FileFaultLine = { place: string; text: string }

export type CardImport = {
  isBusy: boolean
  problem: ImportProblem | undefined
  take: (file: File) => Promise<void>
}

export const maxFaults = 20

/** Reads a chosen file and sends it; the result is an inactive version. */
export function useCardImport(onImported: (card: RateCardSummary) => void): CardImport {
  const send = useApiClient()
  const noteNewCard = useAddNewCard()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ImportProblem>()

  async function importFile(file: File) {
    const read = await readCardFile(file)
    if ('title' in read) return setProblem({ ...read, faults: [] })
    const { data } = await send<RateCardsContract['importRateCard']>('POST /shipping/rateCards', {
      body: read,
    })
    noteNewCard(data.card)
    toast.success(`${data.card.id} was imported. Activate it to use it.`)
    onImported(data.card)
  }

  return {
    isBusy,
    problem,
    async take(file) {
      if (isBusy) return
      setBusy(true)
      setProblem(undefined)
      try {
        await importFile(file)
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

/** The server's sentence begins with its place in the card; where it does not, the field is the place. */
export function toFaultLine({ field, message }: FieldProblem): FileFaultLine {
  const end = message.indexOf(': ')
  return end < 0
    ? { place: field, text: message }
    : { place: message.slice(0, end), text: message.slice(end + 2) }
}
