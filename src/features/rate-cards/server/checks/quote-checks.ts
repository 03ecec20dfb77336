import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import { compileCard } from '#features/freight/engine/compile-card.ts'
import { getLinesForCountry, quoteLine } from '#features/freight/engine/estimate.ts'
import { toScaledInteger } from '#features/freight/engine/fixed-point.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import type { QuoteCheck } from '../../contract.ts'

/** The number of public quotes that a card must reproduce, and the ones that it does not reproduce. */
export type CheckOutcome = { checks: number; failedChecks: QuoteCheck[] }

/** Computes every public quote of a card with the card itself: freight by actual weight, without fees. */
export function runQuoteChecks(card: RateCard): CheckOutcome {
  // An inactive line must pass too, because it can be switched on later.
  const lines = card.lines.map((line) => ({ ...line, active: true }))
  const compiled = compileCard({ ...card, lines }, categories)
  const outcomes: QuoteCheck[] = lines.flatMap(({ id, rates }) =>
    rates.flatMap(({ countries, check }) => {
      const { weight: grams, freight: expected } = check ?? {}
      if (grams === undefined || expected === undefined) return []
      const line = getLinesForCountry(compiled, countries[0] ?? '').find((candidate) => candidate.id === id)
      const parts = line && quoteLine(line, { grams, sidesMm: [], categories: [] }).parts
      const got = parts ? parts.freight / 100 : null
      return [{ line: id, countries, grams, expected, got, ok: parts?.freight === roundToFen(expected) }]
    }),
  )
  return { checks: outcomes.length, failedChecks: outcomes.filter(({ ok }) => !ok) }
}

/** Rounds half up, like freight. */
function roundToFen(amount: number): number {
  return Math.floor((toScaledInteger(amount, 6) + 5000) / 10_000)
}
