import { isCountryName, suggestCountries } from '#features/freight/destination.ts'
import type { Country } from '#features/freight/public-lists.ts'
import type { LineCounts } from '../use-line-counts.ts'

type CountryChoices = {
  countries: readonly Country[]
  /** Undefined until it is loaded; then all countries count as served. */
  lines: LineCounts | undefined
}

/** The suggestions for a text: first a country whose whole name it is, then countries with lines, then the rest. */
export function rankSuggestions(query: string, { countries, lines }: CountryChoices): Country[] {
  const rank = (country: Country) => (isCountryName(query, country) ? 0 : isServed(country, lines) ? 1 : 2)
  return suggestCountries(query, countries).toSorted((left, right) => rank(left) - rank(right))
}

/** The country that Enter chooses: the one whose whole name was typed, else the first one; none for a blank text. */
export function findMatch(query: string, groups: readonly CountryGroup[]): Country | undefined {
  const matches = query.trim() === '' ? [] : groups.flatMap(({ countries }) => countries)
  return matches.find((country) => isCountryName(query, country)) ?? matches[0]
}

/** Whether a line serves the country; true while the lines are not loaded. */
export function isServed({ code }: Country, lines: LineCounts | undefined): boolean {
  return !lines || lines.has(code)
}

export type CountryGroup = { key: 'recent' | 'served' | 'unserved'; title: string; countries: Country[] }

/**
 * The countries that match a text, or all for a blank text: recent countries, countries with lines, and the rest. Empty
 * groups are left out.
 */
export function groupCountries(
  query: string,
  { countries, lines, recent }: CountryChoices & { recent: readonly string[] },
): CountryGroup[] {
  const isSearched = query.trim() !== ''
  const matches = isSearched ? rankSuggestions(query, { countries, lines }) : countries
  const served = matches.filter((country) => isServed(country, lines))
  const unserved = matches.filter((country) => !isServed(country, lines))
  const recentCountries = recent.flatMap((code) => served.filter((country) => country.code === code))
  // A search lists a country once; without a search the second group is complete.
  const remainingCountries = isSearched
    ? served.filter((country) => !recentCountries.includes(country))
    : served
  const formatCount = (group: Country[]) => (isSearched ? '' : `${group.length} `)
  const groups: CountryGroup[] = [
    { key: 'recent', title: 'Recent', countries: recentCountries },
    {
      key: 'served',
      title: lines ? `${formatCount(remainingCountries)}countries with lines` : 'Countries',
      countries: remainingCountries,
    },
    { key: 'unserved', title: `${formatCount(unserved)}without a line`, countries: unserved },
  ]
  return groups.filter((group) => group.countries.length > 0)
}
