import { countries } from '#features/freight/built-in/lists.ts'
import { findDestination } from '#features/freight/destination.ts'
import { normalizeTypedNumber } from '#shared/format/typed-number.ts'
import type { EstimateSearch } from '../estimate-search.ts'

/**
 * The search with the country's code in place of its name and numbers with a decimal point, so that every estimate has
 * one URL, also after a form without script. `sent` only matters while a field is missing. Browsers do not load this
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
