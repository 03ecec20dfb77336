import { countries } from '#features/freight/built-in/lists.ts'
import { findDestination } from '#features/freight/destination.ts'
import type { EstimateSearch } from '../estimate-search.ts'

/**
 * A request with its country's code in place of a name, as a form without script sends it: every answer has
 * one canonical URL. `sent` only matters while a field is missing. No browser loads this file.
 */
export function toCanonicalSearch({ destination, sent, ...search }: EstimateSearch): EstimateSearch {
  const code = destination && findDestination(destination, countries)?.code
  const isComplete = code !== undefined && search.weight !== undefined
  return { destination: code ?? destination, ...search, sent: isComplete ? undefined : sent }
}
