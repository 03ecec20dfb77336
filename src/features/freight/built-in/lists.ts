import type { CategoryGroup, Country } from '../public-lists.ts'
import categoryList from './categories.json' with { type: 'json' }
import countryList from './countries.json' with { type: 'json' }

/**
 * The content of `/country.json` and `/category.json`; only the server loads this file, browsers fetch the
 * URLs.
 */
export const countries: Country[] = countryList
export const categories: CategoryGroup[] = categoryList
