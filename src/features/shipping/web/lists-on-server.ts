import categoryList from '../categories.json' with { type: 'json' }
import type { CategoryGroup } from '../category.ts'
import countryList from '../countries.json' with { type: 'json' }
import type { Country } from '../country.ts'

/** What `/country.json` and `/category.json` hold, for pages drawn on the server; no browser ever loads this file. */
export const countries: Country[] = countryList
export const categories: CategoryGroup[] = categoryList
