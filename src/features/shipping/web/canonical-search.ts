import { countries } from '#features/freight/built-in/lists.ts'
import { findDestination } from '#features/freight/destination.ts'
import { normalizeMeasurement } from '../estimate-request.ts'
import type { EstimateSearch } from '../estimate-search.ts'

/**
 * The search with the country's code instead of its name and numbers with a decimal point and without units, so that every estimate has
 * one URL, even after a form without JavaScript. `sent` is dropped when no field is missing. Only the server loads this
 * file.
 */
export function toCanonicalSearch({ destination, sent, ...search }: EstimateSearch): EstimateSearch {
  const code = destination && findDestination(destination, countries)?.code
  const isComplete = code !== undefined && search.weight !== undefined
  const { weight, length, width, height } = search
  const numbers = {
    weight: weight && normalizeMeasurement('weight', weight),
    length: length && normalizeMeasurement('length', length),
    width: width && normalizeMeasurement('width', width),
    height: height && normalizeMeasurement('height', height),
  }
  return { destination: code ?? destination, ...search, ...numbers, sent: isComplete ? undefined : sent }
}
