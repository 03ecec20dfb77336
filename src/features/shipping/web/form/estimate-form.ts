import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Country } from '#features/freight/country.ts'
import { findDestination } from '#features/freight/destination.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import { categoriesQuery, countriesQuery } from '#features/freight/web/queries.ts'
import { type FieldProblem, failures, getErrorMessage, isRequestError } from '#shared/failure.ts'
import { normalizeTypedNumber } from '#shared/format/typed-number.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { type FieldFault, useValidatedForm, type ValidatedForm } from '#shared/web/validated-form.ts'
import { parseEstimateRequest } from '../../estimate-request.ts'
import { type EstimateSearch, parseFeatureIds } from '../../estimate-search.ts'
import { shippingText } from '../../spec.ts'
import { estimationQuery } from '../queries.ts'
import { saveCountry } from '../saved-codes.ts'
import { getShipTo } from '../use-ship-to.ts'
import { focusCountry } from './CountryField.tsx'
import { fetchEstimation } from './fetch-estimation.ts'

/** In the order on the screen. */
const estimateFields = ['destination', 'features', 'weight', 'length', 'width', 'height'] as const
export type EstimateField = (typeof estimateFields)[number]
type EstimateFormTexts = Record<EstimateField, string>

type EstimateFormOptions = {
  id: string
  /** What the form begins with. */
  initial: EstimateSearch
  /** The name of its destination. */
  initialCountry: string | undefined
  /** What was wrong with it. */
  faults: FieldProblem[]
  onAnswer: (search: EstimateSearch, options: ShippingOption[]) => void
  onBusy: (isBusy: boolean) => void
}

/** §2, §4: the form is sent, and cleared only after a success. A later request replaces one in progress. */
export function useEstimateForm({ id, initial, initialCountry, ...options }: EstimateFormOptions) {
  const { onAnswer, onBusy } = options
  const send = useApiClient()
  const queryClient = useQueryClient()
  const former = useRef<AbortController>(undefined)
  const [faults, setFaults] = useState(options.faults)
  /** What was chosen as the destination; other text in its field was only typed. */
  const picked = useRef(initialCountry ?? initial.destination)
  const countries = () => queryClient.getQueryData(countriesQuery().queryKey)

  async function submitEstimate(texts: EstimateFormTexts): Promise<'done'> {
    former.current?.abort()
    const controller = new AbortController()
    former.current = controller
    setFaults([])
    onBusy(true)
    try {
      const search = toSearch(texts, countries())
      const { data } = await fetchEstimation(send, search, controller.signal)
      controller.signal.throwIfAborted()
      queryClient.setQueryData(estimationQuery(send, search).queryKey, { options: data })
      const to = countries()?.find(({ code }) => code === search.destination)?.code
      if (to !== getShipTo()?.code) saveCountry(to) // a guess is no choice
      form.restart({})
      onAnswer(search, data)
    } finally {
      if (former.current === controller) onBusy(false)
    }
    return 'done'
  }

  const form: ValidatedForm<EstimateField> = useValidatedForm<EstimateField>({
    id,
    start: getFormStart(initial, initialCountry),
    rules: {
      destination: (text) => validateDestination(text, picked.current, countries()),
      features: () => undefined, // chosen, and never typed
      weight: (text) => validateNumber('weight', text),
      length: (text) => validateNumber('length', text),
      width: (text) => validateNumber('width', text),
      height: (text) => validateNumber('height', text),
    },
    isRepeatable: true,
    submit: submitEstimate,
    explain: (error) => {
      const text = describeEstimateError(error)
      if (!isFieldError(error)) toast.error(text)
      return { text, help: 'Your entries are still here. Please try again.' }
    },
    onRefused: () => former.current?.abort(),
  })
  useEffect(() => () => former.current?.abort(), [])
  useFocusOnFault(form.state.faults)

  return {
    form,
    send: form.state.handleSubmit,
    /** The URL's errors first, then the form's own. */
    getError: (name: EstimateField) =>
      form.field(name).error ?? faults.find(({ field }) => field === name)?.message,
    /** Changing a field removes its error. */
    dropFault: (name: string) =>
      setFaults((known) =>
        known.some(({ field }) => field === name) ? known.filter(({ field }) => field !== name) : known,
      ),
    /** Makes a country the choice. */
    pick({ name }: Country) {
      picked.current = name
    },
    /** Puts a former request back, to be changed, with the focus on a field. */
    async fill(search: EstimateSearch, field: EstimateField) {
      const list = await queryClient.ensureQueryData(countriesQuery()).catch(() => undefined)
      if (search.features) await queryClient.ensureQueryData(categoriesQuery()).catch(() => undefined)
      const name = list && findDestination(search.destination ?? '', list)?.name
      picked.current = name ?? search.destination
      form.restart(toFormTexts(search, name))
      if (field === 'destination') focusCountry(getFieldId(id, field))
      else document.getElementById(getFieldId(id, field))?.focus()
    },
  }
}

function getFieldId(form: string, name: EstimateField): string {
  return `${form}-${name}`
}

/** A single wrong field takes the focus by itself; of several the first does. */
function useFocusOnFault(faults: FieldFault[]): void {
  useEffect(() => {
    const [first] = faults
    if (first?.name === 'destination') focusCountry(first.id)
    else if (first) document.getElementById(first.id)?.focus()
  }, [faults])
}

function toFormTexts(
  { destination = '', features, ...parcel }: EstimateSearch,
  country: string | undefined,
): EstimateFormTexts {
  const { weight = '', length = '', width = '', height = '' } = parcel
  return {
    destination: country ?? destination,
    features: parseFeatureIds({ features }).join(','),
    weight,
    length,
    width,
    height,
  }
}

/**
 * Missing numbers are left to the inputs, where something may have been typed before the script had loaded.
 */
function getFormStart(search: EstimateSearch, country: string | undefined): Partial<EstimateFormTexts> {
  const texts = toFormTexts(search, country)
  const isStart = ([name, text]: [string, string]) =>
    text !== '' || name === 'destination' || name === 'features'
  return Object.fromEntries(Object.entries(texts).filter(isStart))
}

const parcelFields = new Set(['weight', 'length', 'width', 'height'])

/** Without a list the server validates the text. */
function toSearch(texts: EstimateFormTexts, countries: Country[] | undefined): EstimateSearch {
  const country = countries && findDestination(texts.destination, countries)
  const given = { ...texts, destination: country?.code ?? texts.destination }
  return Object.fromEntries(
    Object.entries(given)
      .map(
        ([name, text]) => [name, parcelFields.has(name) ? normalizeTypedNumber(text) : text.trim()] as const,
      )
      .filter(([, text]) => text !== ''),
  )
}

/** §5: chosen from the suggestions; without a list of them the server reads the text. */
function validateDestination(
  text: string,
  picked: string | undefined,
  countries: Country[] | undefined,
): string | undefined {
  const isChosen = countries ? text === picked && findDestination(text, countries) : text.trim() !== ''
  return isChosen ? undefined : shippingText.countryRequired
}

const noChoices = { countries: [], categories: [], currencies: [] }

/** The sentence that the server would give. */
function validateNumber(field: 'weight' | 'length' | 'width' | 'height', text: string): string | undefined {
  const read = parseEstimateRequest({ [field]: text }, noChoices)
  return read.ok ? undefined : read.errors.find((error) => error.field === field)?.message
}

/** §8 Estimate. */
function describeEstimateError(error: unknown): string {
  if (isRequestError(error) && error.status < 400) return failures.general.message
  return isRequestError(error) ? getErrorMessage(error, shippingText.notFetched) : shippingText.notFetched
}

function isFieldError(error: unknown): boolean {
  const named = isRequestError(error) ? (error.errors ?? []) : []
  return named.some(({ field }) => estimateFields.some((name) => name === field))
}
