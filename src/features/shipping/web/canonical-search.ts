import { countries } from '#features/freight/built-in/lists.ts'
import { findDestination } from '#features/freight/destination.ts'
import { normalizeTypedNumber } from '#shared/format/typed-number.ts'
import type { EstimateSearch } from '../estimate-search.ts'

/**
 * A request with its country's code in place of a name and numbers with a point, as a form without script sends it: every answer has
 * one canonical URL. `sent` only matters while a field is missing. No browser loads this file.
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
