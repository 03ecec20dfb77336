import { type SubmitEvent, useMemo, useState } from 'react'
import type { ShippingLine } from '#features/freight/rate-card.ts'
import { getErrorMessage, isRequestError } from '#shared/failure.ts'
import { deleteDraft, readDraft, readDraftTime, saveDraft } from '#shared/web/drafts.ts'
import { useErrorTitle } from '#shared/web/error-title.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { FormFailure, FormState } from '#shared/web/validated-form.ts'
import type { RateCardSummary, RateCardsContract } from '../../contract.ts'
import { toFaultLine } from '../versions/card-import.ts'
import { useAddNewCard } from '../versions/rate-card-list.ts'
import {
  applyEdits,
  findFaults,
  getChanges,
  getTextAt,
  type PathFault,
  type TypedTexts,
  toFieldPath,
  validateLineField,
} from './line-edits.ts'
import { type LineField, listAllFields } from './line-fields.ts'

export type LineForm = {
  state: FormState
  isChanged: boolean
  /** When what the form began with was typed; false when it began with what is saved. */
  draft: { savedAt: number | undefined; fields: string[] } | false
  /** Which row of prices is shown. */
  rate: number
  showRate: (place: number) => void
  /** Rows of prices with a fault, which may not be the one that is shown. */
  faultyRates: ReadonlySet<number>
  getText: (path: string) => string
  put: (path: string, text: string) => void
  getError: (field: LineField) => string | undefined
  /** Deletes the draft. */
  startOver: () => void
}

type LineFormOptions = { cardId: string; line: ShippingLine; onSaved: (card: RateCardSummary) => void }
/** `given` is the field's value when it was rejected. */
type GivenFault = PathFault & { given: string }

/** One line of a card to edit; what is saved is a new version of the card. */
export function useLineForm({ cardId, line, onSaved }: LineFormOptions): LineForm {
  const { id, typed, setTyped, restored, startOver } = useTypedTexts(cardId, line)
  const fields = listAllFields(line)
  const save = useSaving({ cardId, onSaved })
  const [isBusy, setBusy] = useState(false)
  const [faults, setFaults] = useState<GivenFault[]>([])
  const [failure, setFailure] = useState<FormFailure>()
  const [rate, showRate] = useState(0)
  const getText = (path: string) => typed[path] ?? getTextAt(line, path)
  const isChanged = Object.keys(getChanges(line, typed)).length > 0
  useErrorTitle(failure !== undefined || faults.length > 0)

  function showFaults(found: PathFault[]) {
    setFaults(found.map((fault) => ({ ...fault, given: getText(fault.path) })))
    const places = found.map(({ path }) => getRateIndex(path))
    const [first] = places
    if (first !== undefined && !places.includes(undefined) && !places.includes(rate)) showRate(first)
  }

  async function send() {
    setBusy(true)
    try {
      await save(applyEdits(line, typed, fields))
      deleteDraft(id)
    } catch (error) {
      const named = toPathFaults(error, fields)
      showFaults(named)
      if (named.length === 0) setFailure(toLineFormError(error))
    }
    setBusy(false)
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    if (isBusy) return
    const found = findFaults(line, typed, fields)
    setFailure(isChanged ? undefined : { text: 'Nothing has been changed.' })
    showFaults(found)
    if (isChanged && found.length === 0) void send()
  }

  function getError(field: LineField): string | undefined {
    const fault = faults.find(({ path }) => path === field.path)
    const text = getText(field.path)
    return fault && (fault.given === text ? fault.text : validateLineField(field, text))
  }
  const shownFaults = useMemo(() => listShownFaults(faults, rate, id), [faults, rate, id])
  const remaining = shownFaults.flatMap((fault) => {
    const field = fields.find(({ path }) => path === fault.name)
    const text = field && getError(field)
    return text ? [{ ...fault, text }] : []
  })

  return {
    state: { id, isBusy, failure, faults: shownFaults, remaining, handleSubmit },
    isChanged,
    draft: restored && {
      savedAt: restored.savedAt,
      fields: fields.filter(({ path }) => restored.paths.includes(path)).map(({ label }) => label),
    },
    rate,
    showRate,
    faultyRates: new Set(faults.flatMap(({ path }) => getRateIndex(path) ?? [])),
    getText,
    put: (path, text) => setTyped({ ...typed, [path]: text }),
    getError,
    startOver() {
      setFaults([])
      setFailure(undefined)
      startOver()
    },
  }
}

/** The typed values, stored during a visit to another page. */
function useTypedTexts(cardId: string, line: ShippingLine) {
  const id = `rate-line-${cardId}-${line.id}`
  const owner = useSession().user?.id
  const [typed, setTyped] = useState<TypedTexts>(() => getChanges(line, readDraft({ form: id, owner })))
  const [restored, setRestored] = useState(() => {
    const paths = Object.keys(typed)
    return paths.length > 0 && { savedAt: readDraftTime({ form: id, owner }), paths }
  })
  return {
    id,
    typed,
    restored,
    setTyped(next: TypedTexts) {
      setTyped(next)
      saveDraft({ form: id, owner }, getChanges(line, next))
    },
    startOver() {
      setTyped({})
      setRestored(false)
      deleteDraft(id)
    },
  }
}

function useSaving({ cardId, onSaved }: Pick<LineFormOptions, 'cardId' | 'onSaved'>) {
  const send = useApiClient()
  const noteNewCard = useAddNewCard()
  return async (line: ShippingLine) => {
    const { data } = await send<RateCardsContract['editRateLine']>('POST /shipping/rateLine', {
      query: { card_id: cardId },
      body: { line },
    })
    noteNewCard(data.card)
    toast.success(`Saved as ${data.card.id}. Activate it to use it.`)
    onSaved(data.card)
  }
}

function getRateIndex(path: string): number | undefined {
  const [, place] = /^rates\.(\d+)\./.exec(path) ?? []
  return place === undefined ? undefined : Number(place)
}

/** Those of fields that are on the screen. */
function listShownFaults(faults: readonly PathFault[], rate: number, id: string): FormState['faults'] {
  return faults
    .filter(({ path }) => (getRateIndex(path) ?? rate) === rate)
    .map(({ path, text }) => ({ name: path, id: `${id}-${path}`, text }))
}

function toPathFaults(error: unknown, fields: readonly LineField[]): PathFault[] {
  const named = isRequestError(error) ? (error.errors ?? []) : []
  return named
    .map((problem) => ({ path: toFieldPath(problem.field), text: toFaultLine(problem).text }))
    .flatMap(({ path, text }) => {
      const field = fields.find((one) => one.path === path || path.startsWith(`${one.path}.`))
      return field ? [{ path: field.path, text }] : []
    })
}

function toLineFormError(error: unknown): FormFailure {
  const text = getErrorMessage(error, 'The line was not saved.')
  return isRequestError(error) ? { text } : { text, help: 'Check your connection and try again.' }
}
