import type { CategoryGroup } from '#features/freight/category.ts'
import type { Country } from '#features/freight/country.ts'
import { findDestination } from '#features/freight/destination.ts'
import type { Shipment } from '#features/freight/engine/estimate.ts'
import {
  isPlainDecimal,
  toScaledInteger,
  toScaledIntegerDown,
  toScaledIntegerUp,
} from '#features/freight/engine/fixed-point.ts'
import { parcelLimits } from '#features/freight/parcel.ts'
import { unknownDestination } from '#features/freight/spec.ts'
import type { FieldError } from '#shared/failure.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { parseTypedNumber } from '#shared/format/typed-number.ts'
import { shippingText } from './spec.ts'

/**
 * An estimate's input: a parcel to a country, and the currency of the answer where it is not the card's own.
 */
export type EstimateRequest = Shipment & { readonly currency?: string }

/** In the order in which errors are listed. */
export type EstimateRequestField =
  | 'destination'
  | 'weight'
  | 'length'
  | 'width'
  | 'height'
  | 'features'
  | 'currency'
export type EstimateRequestResult =
  | { readonly ok: true; readonly request: EstimateRequest }
  | { readonly ok: false; readonly errors: readonly FieldError<EstimateRequestField>[] }

/** What may be asked for; `currencies` holds the card's own too. */
export type EstimateChoices = {
  readonly countries: readonly Country[]
  readonly categories: readonly CategoryGroup[]
  readonly currencies: readonly string[]
}

/**
 * Reads a request as JSON or a form brings it (§5): weight in grams, sides in cm, rounded up to whole grams and
 * millimetres through their text. Every wrong field gives one error; the first is the one to answer with.
 */
export function parseEstimateRequest(
  input: Readonly<Record<string, unknown>>,
  choices: EstimateChoices,
): EstimateRequestResult {
  const errors: FieldError<EstimateRequestField>[] = []
  function getValue<T>(field: EstimateRequestField, result: FieldResult<T>): T | undefined {
    if ('message' in result) errors.push({ field, message: result.message })
    return 'value' in result ? result.value : undefined
  }
  const destination = getValue('destination', parseDestination(input.destination, choices.countries))
  const grams = getValue('weight', parseWeight(input.weight))
  const sides = sideFields.map((field) => getValue(field, parseSide(input[field], field)))
  const categories = getValue('features', parseFeatures(input.features, choices.categories))
  const currency = getValue('currency', parseCurrency(input.currency, choices.currencies))
  if (errors.length > 0 || destination === undefined || grams === undefined || categories === undefined)
    return { ok: false, errors }
  const sidesMm = sides.filter((side) => side !== undefined)
  const request = { destination, grams, sidesMm, categories }
  return { ok: true, request: currency === undefined ? request : { ...request, currency } }
}

/** `undefined` as a value: not given, and not needed. */
type FieldResult<T> = { value: T | undefined } | { message: string }

const sideFields = ['length', 'width', 'height'] as const
const sideNames = { length: 'Length', width: 'Width', height: 'Height' } as const

function parseDestination(value: unknown, countries: readonly Country[]): FieldResult<string> {
  if (isBlank(value)) return { message: shippingText.countryRequired }
  const country = typeof value === 'string' ? findDestination(value, countries) : undefined
  return country === undefined ? { message: unknownDestination } : { value: country.code }
}

function parseWeight(value: unknown): FieldResult<number> {
  if (isBlank(value)) return { message: shippingText.weightRequired }
  const { minGrams, maxGrams } = parcelLimits
  return readMeasure(value, {
    parse: (text) => parseDecimal(text, minGrams, maxGrams, 0),
    unit: 'g',
    message: 'Weight must be a number from 1 to 1,000,000 g.',
  })
}

function parseSide(value: unknown, field: (typeof sideFields)[number]): FieldResult<number> {
  if (isBlank(value)) return { value: undefined }
  const { minCm, maxCm } = parcelLimits
  return readMeasure(value, {
    parse: (text) => parseDecimal(text, minCm, maxCm, 1),
    unit: 'cm',
    message: `${sideNames[field]} must be a number from 0.1 to 1,000 cm.`,
  })
}

type Measure = { parse: (text: string) => number | undefined; unit: string; message: string }

/** A number stays what it is; a typed one may have two readings, and is asked back where both are possible. */
function readMeasure(value: unknown, { parse, unit, message }: Measure): FieldResult<number> {
  if (typeof value !== 'number' && typeof value !== 'string') return { message }
  const texts = typeof value === 'number' ? [String(value)] : parseTypedNumber(value)
  const [firstReading, secondReading] = texts.filter((text) => parse(text) !== undefined)
  if (firstReading !== undefined && secondReading !== undefined) {
    const secondNumber = Number(secondReading)
    return {
      message: `Did you mean ${formatNumber(Number(firstReading))} ${unit} or ${secondNumber} ${unit}? Enter ${firstReading} or ${secondNumber}.`,
    }
  }
  const amount = firstReading === undefined ? undefined : parse(firstReading)
  return amount === undefined ? { message } : { value: amount }
}

function parseFeatures(value: unknown, categories: readonly CategoryGroup[]): FieldResult<string[]> {
  if (isBlank(value)) return { value: [] }
  if (typeof value !== 'string') return { message: 'Features must be category ids joined by commas.' }
  const ids = new Set(value.split(',').map((id) => id.trim()))
  ids.delete('')
  const validIds = new Set(categories.flatMap((group) => group.children.map((child) => child.id)))
  const [unknown] = [...ids].filter((id) => !validIds.has(id))
  return unknown === undefined
    ? { value: [...ids] }
    : { message: `Unknown category: ${truncateText(unknown)}` }
}

function parseCurrency(value: unknown, currencies: readonly string[]): FieldResult<string> {
  if (isBlank(value)) return { value: undefined }
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return currencies.includes(code) ? { value: code } : { message: shippingText.unknownCurrency }
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** A decimal within limits as a whole number of 10^-decimals rounded up; undefined for anything else. */
function parseDecimal(text: string, min: number, max: number, decimals: number): number | undefined {
  if (text.length > 40 || !isPlainDecimal(text)) return undefined
  if (Number(text) > max * 2) return undefined // what `toScaledIntegerUp` would reject is far beyond
  const inLimits =
    toScaledIntegerDown(text, decimals) >= toScaledInteger(min, decimals) &&
    toScaledIntegerUp(text, decimals) <= toScaledInteger(max, decimals)
  return inLimits ? toScaledIntegerUp(text, decimals) : undefined
}

/** A client's text, short enough to be quoted in the response. */
function truncateText(text: string): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text
}
