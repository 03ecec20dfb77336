import type { Country } from './country.ts'

/** Common codes of countries whose ISO 3166 code is another. */
const otherCodes = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
])

/**
 * The country that a text names (§5): its code in any case, trimmed, UK and EL too; or its full name or
 * alias, in any case. Undefined for every other text.
 */
export function findDestination(text: string, countries: readonly Country[]): Country | undefined {
  const code = text.trim().toUpperCase()
  const wanted = otherCodes.get(code) ?? code
  const name = foldText(text)
  return (
    countries.find((country) => country.code === wanted) ??
    countries.find((country) => foldText(country.name) === name) ??
    countries.find((country) => country.aliases.some((alias) => foldText(alias) === name))
  )
}

/**
 * The countries whose name or code contains a text, or another name a word that begins with it, in any case and
 * with or without accents (§2, §5; a hit inside of a name that is not shown looks like a mistake):
 * first those whose code or whole name it is, then those whose name begins with it, then other names and codes that
 * begin with it, then the rest; each group as it stands in the list. A blank text gives none.
 */
export function suggestCountries(query: string, countries: readonly Country[]): Country[] {
  const wanted = foldText(query)
  if (wanted === '') return []
  const ranks: Country[][] = [[], [], [], []]
  for (const country of countries) ranks[getMatchRank(country, wanted)]?.push(country)
  return ranks.flat()
}

/** Above all ranks for a country that does not contain the text. */
function getMatchRank({ code, name, aliases }: Country, wanted: string): number {
  const codes = [code, ...getAliasCodes(code)].map(foldText)
  const shown = foldText(name)
  const others = aliases.map(foldText)
  const texts = [shown, ...others, ...codes]
  if (texts.includes(wanted)) return 0
  if (shown.startsWith(wanted)) return 1
  if (texts.some((text) => text.startsWith(wanted))) return 2
  const isInside = [shown, ...codes].some((text) => text.includes(wanted))
  return isInside || others.some((text) => startsWithWord(text, wanted)) ? 3 : 4
}

function getAliasCodes(code: string): string[] {
  return [...otherCodes].filter(([, iso]) => iso === code).map(([other]) => other)
}

/**
 * The other name of a country that a text asks for, where neither its name nor its code contains the text; the hit
 * would look like a mistake without it.
 */
export function findMatchedAlias(query: string, { name, code, aliases }: Country): string | undefined {
  const wanted = foldText(query)
  const isExplained = [name, code].some((text) => foldText(text).includes(wanted))
  if (wanted === '' || isExplained) return undefined
  return [...getAliasCodes(code), ...aliases].find((alias) => startsWithWord(foldText(alias), wanted))
}

/** Whether a text is the whole name of a country. */
export function isCountryName(text: string, { name }: Country): boolean {
  return foldText(text) === foldText(name)
}

/** The text, or a word in it, begins so. */
function startsWithWord(text: string, wanted: string): boolean {
  return text.startsWith(wanted) || text.includes(` ${wanted}`)
}

/** Without case, accents and surrounding blanks. */
function foldText(text: string): string {
  return text
    .trim()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}
