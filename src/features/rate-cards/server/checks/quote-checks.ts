import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import { compileCard } from '#features/freight/engine/compile-card.ts'
import { getLinesForCountry, quoteLine } from '#features/freight/engine/estimate.ts'
import { toScaledInteger } from '#features/freight/engine/fixed-point.ts'
import type { RateCard } from '#features/freight/rate-card.ts'
import type { QuoteCheck } from '../../contract.ts'

/** How many public quotes a card's rows should reproduce, and those that they do not. */
export type CheckOutcome = { checks: number; failedChecks: QuoteCheck[] }

/** Asks the card itself for every quote that its rows must reproduce: freight by the scale, without fees. */
export function runQuoteChecks(card: RateCard): CheckOutcome {
  // An inactive line must be valid too, before it is activated.
  const lines = card.lines.map((line) => ({ ...line, active: true }))
  const compiled = compileCard({ ...card, lines }, categories)
  const outcomes: QuoteCheck[] = lines.flatMap(({ id, rates }) =>
    rates.flatMap(({ countries, check }) => {
      const { weight: grams, freight: expected } = check ?? {}
      if (grams === undefined || expected === undefined) return []
      const line = getLinesForCountry(compiled, countries[0] ?? '').find((one) => one.id === id)
      const parts = line && quoteLine(line, { grams, sidesMm: [], categories: [] }).parts
      const got = parts ? parts.freight / 100 : null
      return [{ line: id, countries, grams, expected, got, ok: parts?.freight === roundToFen(expected) }]
    }),
  )
  return { checks: outcomes.length, failedChecks: outcomes.filter(({ ok }) => !ok) }
}

/** Half up, as freight itself is rounded. */
function roundToFen(money: number): number {
  return Math.floor((toScaledInteger(money, 6) + 5000) / 10_000)
}
