import { countries } from '#features/freight/built-in/lists.ts'
import { findDestination } from '#features/freight/destination.ts'
import { normalizeTypedNumber } from '#shared/format/typed-number.ts'
import type { EstimateSearch } from '../estimate-search.ts'

/**
 * The search with the country's code instead of its name and numbers with a decimal point, so that every estimate has
 * one URL, even after a form without JavaScript. `sent` is dropped when no field is missing. Only the server loads this
 * file.
 */
export function toCanonicalSearch({ destination, sent, ...search }: EstimateSearch): EstimateSearch {
  const code = destination && findDestination(destination, countries)?.code
  const isComplete = code !== undefined && search.weight !== undefined
  const { weight, length, width, height } = search
  const numbers = {
    weight: weight && normalizeTypedNumber(weight),
    length: length && normalizeTypedNumber(length),
    width: width && normalizeTypedNumber(width),
    height: height && normalizeTypedNumber(height),
  }
  return { destination: code ?? destination, ...search, ...numbers, sent: isComplete ? undefined : sent }
}
