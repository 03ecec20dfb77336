import type { CountryLines } from '../engine/country-lines.ts'
import type { ItemKind } from '../kind-contract.ts'
import { findCheapestShipping, toItemParcel } from './price-with-shipping.ts'

/** The lowest and the highest price, in fen. */
export type FenRange = { fromFen: number; toFen: number }

/**
 * The cheapest shipping of an item of which only the kind is known, at both ends of the kind's weight. `sides` in cm, empty
 * when unknown. Undefined when no line takes one of both parcels. It is shown beside the one price, which is computed with
 * the typical weight, and never summed or sorted by.
 */
export function estimateRange(
  lines: CountryLines,
  kind: ItemKind,
  sides: readonly number[],
): FenRange | undefined {
  const totals = [kind.gramsFrom, kind.gramsTo].flatMap((grams) => {
    const parcel = toItemParcel({ kind, grams, sides })
    const cheapest = parcel && findCheapestShipping(lines, parcel)
    return cheapest ? [cheapest.parts.total] : []
  })
  return totals.length === 2 ? { fromFen: Math.min(...totals), toFen: Math.max(...totals) } : undefined
}
