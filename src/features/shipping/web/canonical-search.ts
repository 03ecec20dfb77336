import { countries } from '#features/freight/built-in/lists.ts'
import { destinationOf } from '#features/freight/destination.ts'
import type { EstimateSearch } from '../estimate-search.ts'

/**
 * A question with its country's code in place of a name, as a form without script gives it: every answer has one
 * address. That it was sent only matters while something is missing. No browser loads this file.
 */
export function toCanonicalSearch({ destination, sent, ...search }: EstimateSearch): EstimateSearch {
  const code = destination && destinationOf(destination, countries)?.code
  const isComplete = code !== undefined && search.weight !== undefined
  return { destination: code ?? destination, ...search, sent: isComplete ? undefined : sent }
}
