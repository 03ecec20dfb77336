import type { CategoryGroup } from '../category.ts'
import type { Country } from '../country.ts'
import categoryList from './categories.json' with { type: 'json' }
import countryList from './countries.json' with { type: 'json' }

/** What `/country.json` and `/category.json` hold; only the server loads this file, browsers fetch the addresses. */
export const countries: Country[] = countryList
export const categories: CategoryGroup[] = categoryList
