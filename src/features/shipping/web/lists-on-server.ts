import categoryList from '#features/freight/built-in/categories.json' with { type: 'json' }
import countryList from '#features/freight/built-in/countries.json' with { type: 'json' }
import type { CategoryGroup } from '#features/freight/category.ts'
import type { Country } from '#features/freight/country.ts'
import { destinationOf } from '#features/freight/destination.ts'
import type { EstimateSearch } from '../estimate-search.ts'

/** What `/country.json` and `/category.json` hold, for pages drawn on the server; no browser ever loads this file. */
export const countries: Country[] = countryList
export const categories: CategoryGroup[] = categoryList

/**
 * A question with its country's code in place of a name, as a form without script gives it: every answer has one
 * address. That it was sent only matters while something is missing.
 */
export function settled({ destination, sent, ...search }: EstimateSearch): EstimateSearch {
  const code = destination && destinationOf(destination, countries)?.code
  const isComplete = code !== undefined && search.weight !== undefined
  return { destination: code ?? destination, ...search, sent: isComplete ? undefined : sent }
}
