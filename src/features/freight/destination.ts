import type { Country } from './public-lists.ts'

/** ISO 3166 codes by other codes in common use. */
const isoByCommonCode = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
])

/**
 * The country that a text names (§5): its code in any case, trimmed, UK and EL too; or its full name or
 * alias, in any case. Undefined for every other text.
 */
export function findDestination(text: string, countries: readonly Country[]): Country | undefined {
  const code = text.trim().toUpperCase()
  const isoCode = isoByCommonCode.get(code) ?? code
  const name = foldText(text)
  return (
    countries.find((country) => country.code === isoCode) ??
    countries.find((country) => foldText(country.name) === name) ??
    countries.find((country) => country.aliases.some((alias) => foldText(alias) === name))
  )
}

/**
 * The countries whose name or code contains a text, or whose alias has a word that begins with it; case and accents do
 * not matter (§2, §5). A match in the middle of an alias does not count: aliases are not displayed, so it would look
 * like a mistake. Order: whole name or code, name that begins with the text, alias or code that begins with it, others;
 * then the order of the list. A blank text matches none.
 */
export function suggestCountries(query: string, countries: readonly Country[]): Country[] {
  const searchText = foldText(query)
  if (searchText === '') return []
  const ranks: Country[][] = [[], [], [], []]
  for (const country of countries) ranks[getMatchRank(country, searchText)]?.push(country)
  return ranks.flat()
}

/** 0 to 3, the best first; 4 for a country that does not match. */
function getMatchRank({ code, name, aliases }: Country, searchText: string): number {
  const codes = [code, ...getAliasCodes(code)].map(foldText)
  const foldedName = foldText(name)
  const foldedAliases = aliases.map(foldText)
  const texts = [foldedName, ...foldedAliases, ...codes]
  if (texts.includes(searchText)) return 0
  if (foldedName.startsWith(searchText)) return 1
  if (texts.some((text) => text.startsWith(searchText))) return 2
  const isContained = [foldedName, ...codes].some((text) => text.includes(searchText))
  return isContained || foldedAliases.some((text) => startsWithWord(text, searchText)) ? 3 : 4
}

function getAliasCodes(code: string): string[] {
  return [...isoByCommonCode].filter(([, isoCode]) => isoCode === code).map(([commonCode]) => commonCode)
}

/**
 * The alias of a country that a text matches; undefined when the name or code contains the text, because then the match
 * needs no explanation.
 */
export function findMatchedAlias(query: string, { name, code, aliases }: Country): string | undefined {
  const searchText = foldText(query)
  const isInNameOrCode = [name, code].some((text) => foldText(text).includes(searchText))
  if (searchText === '' || isInNameOrCode) return undefined
  return [...getAliasCodes(code), ...aliases].find((alias) => startsWithWord(foldText(alias), searchText))
}

/** Whether a text is the whole name of a country. */
export function isCountryName(text: string, { name }: Country): boolean {
  return foldText(text) === foldText(name)
}

/** Whether the text, or a word in it, begins with `searchText`. */
function startsWithWord(text: string, searchText: string): boolean {
  return text.startsWith(searchText) || text.includes(` ${searchText}`)
}

/** Lower case, without accents and surrounding spaces. */
function foldText(text: string): string {
  return text
    .trim()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}
