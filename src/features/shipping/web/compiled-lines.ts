import { type CompiledLine, compileCard } from '#features/freight/engine/compile-card.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'

const linesByCard = new WeakMap<RateCard, Map<string, CompiledLine>>()

/**
 * The lines of a card that was reduced to one country, by id, ready to be counted with; made once a card. They know
 * no categories: ask them about parcels that they are known to take, without naming what is inside.
 */
export function getCompiledLines(card: RateCard): ReadonlyMap<string, CompiledLine> {
  const cachedLines = linesByCard.get(card)
  if (cachedLines) return cachedLines
  const lines = [...compileCard(card, []).linesByCountry.values()].flat()
  const lineById = new Map(lines.map((line) => [line.id, line]))
  linesByCard.set(card, lineById)
  return lineById
}
