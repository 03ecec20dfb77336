import type { CompiledCard } from '#features/freight/engine/compile-card.ts'
import type { RateCardComparison } from '../contract.ts'

/** A line that shoppers are offered, and the countries it goes to. */
type OfferedLine = { name: string; countries: Set<string> }

/** What shoppers lose and gain when one card replaces another: lines that are offered, and countries that any goes to. */
export function compareCoverage(before: CompiledCard, after: CompiledCard): RateCardComparison['coverage'] {
  const [old, now] = [listOfferedLines(before), listOfferedLines(after)]
  const listCountriesOnlyIn = (one: CompiledCard, other: CompiledCard) =>
    [...one.linesByCountry.keys()].filter((country) => !other.linesByCountry.has(country))
  return {
    lines: {
      gone: [...old].filter(([id]) => !now.has(id)).map(([, { name }]) => name),
      new: [...now].filter(([id]) => !old.has(id)).map(([, { name }]) => name),
      shrunk: [...now].filter(([id, line]) => isSmaller(line, old.get(id))).map(([, { name }]) => name),
    },
    countries: { gone: listCountriesOnlyIn(before, after), new: listCountriesOnlyIn(after, before) },
  }
}

function isSmaller({ countries }: OfferedLine, before: OfferedLine | undefined): boolean {
  return before !== undefined && [...before.countries].some((country) => !countries.has(country))
}

/** By id, in the order of the card. */
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
