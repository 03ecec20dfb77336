import { findDestination } from '#features/freight/destination.ts'
import type { Shipment } from '#features/freight/engine/estimate.ts'
import {
  isPlainDecimal,
  toScaledInteger,
  toScaledIntegerDown,
  toScaledIntegerUp,
} from '#features/freight/engine/fixed-point.ts'
import { parcelLimits } from '#features/freight/parcel.ts'
import type { CategoryGroup, Country } from '#features/freight/public-lists.ts'
import { unknownDestination } from '#features/freight/texts-and-limits.ts'
import type { FieldError } from '#shared/failure.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { type BaseUnit, parseTypedMeasure } from '#shared/format/typed-measure.ts'
import { shippingText } from './texts.ts'

/**
 * The input of an estimate: a parcel, its destination, and the currency of the response unless it is the card's own.
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

/** The valid values of a request; `currencies` includes the card's own. */
export type EstimateChoices = {
  readonly countries: readonly Country[]
  readonly categories: readonly CategoryGroup[]
  readonly currencies: readonly string[]
}

/**
 * Parses a request from JSON or a form (§5): weight in grams and sides in cm, rounded up to whole grams and millimeters
 * as decimal texts. Each invalid field has one error; the message of the first is the message of the response.
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

/** A value of `undefined` means an optional field that is blank. */
type FieldResult<T> = { value: T | undefined } | { message: string }

const sideFields = ['length', 'width', 'height'] as const
type SideField = (typeof sideFields)[number]
const sideNames = { length: 'Length', width: 'Width', height: 'Height' } as const

function parseDestination(value: unknown, countries: readonly Country[]): FieldResult<string> {
  if (isBlank(value)) return { message: shippingText.countryRequired }
  const country = typeof value === 'string' ? findDestination(value, countries) : undefined
  return country === undefined ? { message: unknownDestination } : { value: country.code }
}

/** A typed weight in grams, rounded up, or the message of what is wrong with it. */
export function parseWeight(value: unknown): FieldResult<number> {
  return isBlank(value) ? { message: shippingText.weightRequired } : parseMeasurement(value, weightRule)
}

function parseSide(value: unknown, field: SideField): FieldResult<number> {
  return isBlank(value) ? { value: undefined } : parseMeasurement(value, getSideRule(field))
}

type MeasurementRule = { parse: (text: string) => number | undefined; unit: BaseUnit; message: string }

const weightRule: MeasurementRule = {
  parse: (text) => parseDecimal(text, parcelLimits.minGrams, parcelLimits.maxGrams, 0),
  unit: 'g',
  message: 'Weight must be a number from 1 to 1,000,000 g.',
}

function getSideRule(field: SideField): MeasurementRule {
  return {
    parse: (text) => parseDecimal(text, parcelLimits.minCm, parcelLimits.maxCm, 1),
    unit: 'cm',
    message: `${sideNames[field]} must be a number from 0.1 to 1,000 cm.`,
  }
}

/** A text like '1.200' can mean two numbers; when both are possible, the message asks which one is meant. */
function parseMeasurement(value: unknown, { parse, unit, message }: MeasurementRule): FieldResult<number> {
  if (typeof value !== 'number' && typeof value !== 'string') return { message }
  const texts = typeof value === 'number' ? [String(value)] : parseTypedMeasure(value, unit)
  const [firstText, secondText] = texts.filter((text) => parse(text) !== undefined)
  if (firstText !== undefined && secondText !== undefined) {
    const secondNumber = Number(secondText)
    return {
      message: `Did you mean ${formatNumber(Number(firstText))} ${unit} or ${secondNumber} ${unit}? Enter ${firstText} or ${secondNumber}.`,
    }
  }
  const amount = firstText === undefined ? undefined : parse(firstText)
  return amount === undefined ? { message } : { value: amount }
}

/** A typed weight in grams or side in cm as a plain decimal when it has one possible meaning; otherwise as typed. */
export function normalizeMeasurement(field: 'weight' | SideField, text: string): string {
  const { parse, unit } = field === 'weight' ? weightRule : getSideRule(field)
  const texts = parseTypedMeasure(text, unit)
  const validTexts = texts.filter((value) => parse(value) !== undefined)
  const [value, secondValue] = validTexts.length > 0 ? validTexts : texts
  return value !== undefined && secondValue === undefined ? value : text.trim()
}

function parseFeatures(value: unknown, categories: readonly CategoryGroup[]): FieldResult<string[]> {
  if (isBlank(value)) return { value: [] }
  if (typeof value !== 'string') return { message: 'Features must be category ids joined by commas.' }
  const ids = new Set(value.split(',').map((id) => id.trim()))
  ids.delete('')
  const validIds = new Set(categories.flatMap((group) => group.children.map((child) => child.id)))
  const [unknownId] = [...ids].filter((id) => !validIds.has(id))
  return unknownId === undefined
    ? { value: [...ids] }
    : { message: `Unknown category: ${truncateText(unknownId)}` }
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
  if (Number(text) > max * 2) return undefined // far too large numbers would make `toScaledIntegerUp` throw
  const isInLimits =
    toScaledIntegerDown(text, decimals) >= toScaledInteger(min, decimals) &&
    toScaledIntegerUp(text, decimals) <= toScaledInteger(max, decimals)
  return isInLimits ? toScaledIntegerUp(text, decimals) : undefined
}

/** A client's text, short enough to be quoted in the response. */
function truncateText(text: string): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text
}
