import { type CompiledLine, compileCard } from '#features/freight/engine/compile-card.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'

const linesByCard = new WeakMap<RateCard, Map<string, CompiledLine>>()

/**
 * The compiled lines of a card for one country, by id; compiled once per card. They are compiled without categories, so
 * quote only parcels without categories.
 */
export function getCompiledLines(card: RateCard): ReadonlyMap<string, CompiledLine> {
  const cachedLines = linesByCard.get(card)
  if (cachedLines) return cachedLines
  const lines = [...compileCard(card, []).linesByCountry.values()].flat()
  const lineById = new Map(lines.map((line) => [line.id, line]))
  linesByCard.set(card, lineById)
  return lineById
}
