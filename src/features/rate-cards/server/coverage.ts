import type { CompiledCard } from '#features/freight/engine/compile-card.ts'
import type { RateCardComparison } from '../contract.ts'

/** A line that shoppers are offered, and the countries that it serves. */
type OfferedLine = { name: string; countries: Set<string> }

/** Lines and countries that shoppers lose and gain when one card replaces another. */
export function compareCoverage(before: CompiledCard, after: CompiledCard): RateCardComparison['coverage'] {
  const [oldLines, newLines] = [listOfferedLines(before), listOfferedLines(after)]
  const listCountriesOnlyIn = (left: CompiledCard, right: CompiledCard) =>
    [...left.linesByCountry.keys()].filter((country) => !right.linesByCountry.has(country))
  return {
    lines: {
      gone: [...oldLines].filter(([id]) => !newLines.has(id)).map(([, { name }]) => name),
      new: [...newLines].filter(([id]) => !oldLines.has(id)).map(([, { name }]) => name),
      shrunk: [...newLines]
        .filter(([id, line]) => isSmaller(line, oldLines.get(id)))
        .map(([, { name }]) => name),
    },
    countries: { gone: listCountriesOnlyIn(before, after), new: listCountriesOnlyIn(after, before) },
  }
}

function isSmaller({ countries }: OfferedLine, before: OfferedLine | undefined): boolean {
  return before !== undefined && [...before.countries].some((country) => !countries.has(country))
}

/** Offered lines by id, in the order of the card. */
function listOfferedLines(card: CompiledCard): Map<string, OfferedLine> {
  const lines = new Map<string, OfferedLine>()
  for (const [country, offered] of card.linesByCountry)
    for (const { id, name } of offered) {
      const line = lines.get(id) ?? { name, countries: new Set() }
      line.countries.add(country)
      lines.set(id, line)
    }
  return lines
}
