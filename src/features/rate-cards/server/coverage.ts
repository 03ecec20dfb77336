import type { CompiledCard } from '#features/freight/engine/compile-card.ts'
import type { RateCardComparison } from '../contract.ts'

/** An active line and the countries that it serves. */
type ServedLine = { name: string; countries: Set<string> }

/** The lines and countries that are removed and added when one card replaces another. */
export function compareCoverage(before: CompiledCard, after: CompiledCard): RateCardComparison['coverage'] {
  const [oldLines, newLines] = [groupLinesById(before), groupLinesById(after)]
  const listCountriesOnlyIn = (left: CompiledCard, right: CompiledCard) =>
    [...left.linesByCountry.keys()].filter((country) => !right.linesByCountry.has(country))
  return {
    lines: {
      gone: [...oldLines].filter(([id]) => !newLines.has(id)).map(([, { name }]) => name),
      new: [...newLines].filter(([id]) => !oldLines.has(id)).map(([, { name }]) => name),
      shrunk: [...newLines]
        .filter(([id, line]) => servesFewerCountries(line, oldLines.get(id)))
        .map(([, { name }]) => name),
    },
    countries: { gone: listCountriesOnlyIn(before, after), new: listCountriesOnlyIn(after, before) },
  }
}

function servesFewerCountries({ countries }: ServedLine, before: ServedLine | undefined): boolean {
  return before !== undefined && [...before.countries].some((country) => !countries.has(country))
}

/** Active lines by id, in the order of the card. */
function groupLinesById(card: CompiledCard): Map<string, ServedLine> {
  const lines = new Map<string, ServedLine>()
  for (const [country, countryLines] of card.linesByCountry)
    for (const { id, name } of countryLines) {
      const line = lines.get(id) ?? { name, countries: new Set() }
      line.countries.add(country)
      lines.set(id, line)
    }
  return lines
}
