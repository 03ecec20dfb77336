import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { findDestination } from '#features/freight/destination.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Country } from '#features/freight/public-lists.ts'
import { categoriesQuery, countriesQuery } from '#features/freight/web/queries.ts'
import { saveCountry } from '#features/visitor/web/ship-to/use-saved-codes.ts'
import { getShipTo } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { type FieldError, failures, getErrorMessage, isRequestError } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { type FormFieldError, useValidatedForm, type ValidatedForm } from '#shared/web/validated-form.ts'
import { normalizeMeasurement, parseEstimateRequest } from '../../estimate-request.ts'
import { type EstimateRequestTexts, parseFeatureIds } from '../../estimate-search.ts'
import { shippingText } from '../../texts.ts'
import { estimationQuery } from '../queries.ts'
import { focusCountry } from './CountryField.tsx'
import { fetchEstimation } from './fetch-estimation.ts'

/** In the order of the form. */
const estimateFields = ['destination', 'features', 'weight', 'length', 'width', 'height'] as const
export type EstimateField = (typeof estimateFields)[number]
type EstimateFormTexts = Record<EstimateField, string>

type EstimateFormOptions = {
  id: string
  /** The request that the form is filled with. */
  initial: EstimateRequestTexts
  /** The name of its country. */
  initialCountry: string | undefined
  /** The errors of the initial request. */
  fieldErrors: readonly FieldError[]
  onEstimated: (request: EstimateRequestTexts, options: ShippingOption[]) => void
  onBusy: (isBusy: boolean) => void
}

/** §2, §4: submits the form and clears it after a success. A new request aborts the one in progress. */
export function useEstimateForm({ id, initial, initialCountry, ...options }: EstimateFormOptions) {
  const { onEstimated, onBusy } = options
  const send = useApiClient()
  const queryClient = useQueryClient()
  const previousController = useRef<AbortController>(undefined)
  const [fieldErrors, setFieldErrors] = useState(options.fieldErrors)
  /** The chosen destination; any other text in the field was only typed. */
  const chosenDestination = useRef(initialCountry ?? initial.destination)
  const getCountries = () => queryClient.getQueryData(countriesQuery().queryKey)

  async function submitEstimate(texts: EstimateFormTexts): Promise<'done'> {
    previousController.current?.abort()
    const controller = new AbortController()
    previousController.current = controller
    setFieldErrors([])
    onBusy(true)
    try {
      const request = toRequest(texts, getCountries())
      const { data } = await fetchEstimation(send, request, controller.signal)
      controller.signal.throwIfAborted()
      queryClient.setQueryData(estimationQuery(send, request).queryKey, { options: data })
      const countryCode = getCountries()?.find(({ code }) => code === request.destination)?.code
      if (countryCode !== getShipTo()?.code) saveCountry(countryCode) // a guessed country is not saved
      form.restart({})
      onEstimated(request, data)
    } finally {
      if (previousController.current === controller) onBusy(false)
    }
    return 'done'
  }

  const form: ValidatedForm<EstimateField> = useValidatedForm<EstimateField>({
    id,
    start: getFormStart(initial, initialCountry),
    rules: {
      destination: (text) => validateDestination(text, chosenDestination.current, getCountries()),
      features: () => undefined, // categories are chosen, never typed
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
    onRefused: () => previousController.current?.abort(),
  })
  useEffect(() => () => previousController.current?.abort(), [])
  useFocusOnError(form.state.fieldErrors)

  return {
    form,
    send: form.state.handleSubmit,
    /** The form's own error, else the one of the URL. */
    getError: (name: EstimateField) =>
      form.field(name).error ?? fieldErrors.find(({ field }) => field === name)?.message,
    /** Changing a field removes its error. */
    removeFieldError: (name: string) =>
      setFieldErrors((errors) =>
        errors.some(({ field }) => field === name) ? errors.filter(({ field }) => field !== name) : errors,
      ),
    /** Makes a country the chosen destination. */
    chooseDestination({ name }: Country) {
      chosenDestination.current = name
    },
    /** Fills the form with an earlier request and focuses a field. */
    async fill(request: EstimateRequestTexts, field: EstimateField) {
      const list = await queryClient.ensureQueryData(countriesQuery()).catch(() => undefined)
      if (request.features) await queryClient.ensureQueryData(categoriesQuery()).catch(() => undefined)
      const name = list && findDestination(request.destination ?? '', list)?.name
      chosenDestination.current = name ?? request.destination
      form.restart(toFormTexts(request, name))
      if (field === 'destination') focusCountry(getFieldId(id, field))
      else document.getElementById(getFieldId(id, field))?.focus()
    },
  }
}

function getFieldId(form: string, name: EstimateField): string {
  return `${form}-${name}`
}

/** Focuses the first invalid field. */
function useFocusOnError(errors: FormFieldError[]): void {
  useEffect(() => {
    const [firstError] = errors
    if (firstError?.field === 'destination') focusCountry(firstError.id)
    else if (firstError) document.getElementById(firstError.id)?.focus()
  }, [errors])
}

function toFormTexts(
  { destination = '', features, ...parcel }: EstimateRequestTexts,
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
 * Leaves out empty numbers: the visitor may have typed into their inputs before the JavaScript loaded.
 */
function getFormStart(
  request: EstimateRequestTexts,
  country: string | undefined,
): Partial<EstimateFormTexts> {
  const texts = toFormTexts(request, country)
  const isStartValue = ([name, text]: [string, string]) =>
    text !== '' || name === 'destination' || name === 'features'
  return Object.fromEntries(Object.entries(texts).filter(isStartValue))
}

/** Without the list of countries the server validates the text. */
function toRequest(texts: EstimateFormTexts, countries: Country[] | undefined): EstimateRequestTexts {
  const country = countries && findDestination(texts.destination, countries)
  const fields = {
    ...texts,
    destination: country?.code ?? texts.destination,
    weight: normalizeMeasurement('weight', texts.weight),
    length: normalizeMeasurement('length', texts.length),
    width: normalizeMeasurement('width', texts.width),
    height: normalizeMeasurement('height', texts.height),
  }
  return Object.fromEntries(
    Object.entries(fields)
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  )
}

/** §5: a destination must be chosen from the suggestions; without the list the server validates the text. */
function validateDestination(
  text: string,
  chosenDestination: string | undefined,
  countries: Country[] | undefined,
): string | undefined {
  const isChosen = countries
    ? text === chosenDestination && findDestination(text, countries)
    : text.trim() !== ''
  return isChosen ? undefined : shippingText.countryRequired
}

const noChoices = { countries: [], categories: [], currencies: [] }

/** The same message as from the server. */
function validateNumber(field: 'weight' | 'length' | 'width' | 'height', text: string): string | undefined {
  const result = parseEstimateRequest({ [field]: text }, noChoices)
  return result.ok ? undefined : result.errors.find((error) => error.field === field)?.message
}

/** §8 Estimate. */
function describeEstimateError(error: unknown): string {
  if (isRequestError(error) && error.status < 400) return failures.general.message
  return isRequestError(error) ? getErrorMessage(error, shippingText.notFetched) : shippingText.notFetched
}

function isFieldError(error: unknown): boolean {
  const fieldErrors = isRequestError(error) ? (error.errors ?? []) : []
  return fieldErrors.some(({ field }) => estimateFields.some((name) => name === field))
}
