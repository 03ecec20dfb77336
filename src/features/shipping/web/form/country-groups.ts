import type { Country } from '#features/freight/country.ts'
import { isCountryName, suggestCountries } from '#features/freight/destination.ts'
import type { LineCounts } from '../use-line-counts.ts'

type CountryChoices = {
  countries: readonly Country[]
  /** Undefined until it is loaded; then all countries count as served. */
  lines: LineCounts | undefined
}

/** The suggestions for a text: one that is named in full, those that lines go to, and the rest. */
export function rankSuggestions(query: string, { countries, lines }: CountryChoices): Country[] {
  const rank = (country: Country) => (isCountryName(query, country) ? 0 : isServed(country, lines) ? 1 : 2)
  return suggestCountries(query, countries).toSorted((left, right) => rank(left) - rank(right))
}

/** What Enter takes: the country that is named in full, else the first of the first group; none for a blank text. */
export function findMatch(query: string, groups: readonly CountryGroup[]): Country | undefined {
  const matches = query.trim() === '' ? [] : groups.flatMap(({ countries }) => countries)
  return matches.find((country) => isCountryName(query, country)) ?? matches[0]
}

/** Whether a line goes to the country, as far as is known. */
export function isServed({ code }: Country, lines: LineCounts | undefined): boolean {
  return !lines || lines.has(code)
}

export type CountryGroup = { key: 'recent' | 'served' | 'unserved'; title: string; countries: Country[] }

/**
 * The countries that a text names, all of them for a blank one: those of last time, those that lines go to, and the
 * rest. Empty groups are left out.
 */
export function groupCountries(
  query: string,
  { countries, lines, recent }: CountryChoices & { recent: readonly string[] },
): CountryGroup[] {
  const isSearched = query.trim() !== ''
  const matches = isSearched ? rankSuggestions(query, { countries, lines }) : countries
  const served = matches.filter((country) => isServed(country, lines))
  const unserved = matches.filter((country) => !isServed(country, lines))
  const last = recent.flatMap((code) => served.filter((country) => country.code === code))
  // A search finds a country once; the list of all is complete.
  const others = isSearched ? served.filter((country) => !last.includes(country)) : served
  const count = (all: Country[]) => (isSearched ? '' : `${all.length} `)
  const groups: CountryGroup[] = [
    { key: 'recent', title: 'Recent', countries: last },
    { key: 'served', title: lines ? `${count(others)}countries with lines` : 'Countries', countries: others },
    { key: 'unserved', title: `${count(unserved)}without a line`, countries: unserved },
  ]
  return groups.filter((group) => group.countries.length > 0)
}
