import type { CountryLines } from '../engine/country-lines.ts'
import type { ItemKind } from '../kind-contract.ts'
import { getTypicalGrams } from '../kinds/typical-grams.ts'
import { findCheapestShipping, toItemParcel } from './price-with-shipping.ts'

/** The lowest and the highest price, in fen. */
export type FenRange = { fromFen: number; toFen: number }

/**
 * The cheapest shipping of an item of which only the kind is known, for the kind's weights: both ends and the typical one,
 * because a line with more trusted prices may take only the heavier parcels. `sides` in cm, empty when unknown. Undefined
 * when no line takes one of the parcels. It is shown beside the one price, which is computed with
 * the typical weight, and never summed or sorted by.
 */
export function estimateRange(
  lines: CountryLines,
  kind: ItemKind,
  sides: readonly number[],
): FenRange | undefined {
  const weights = [kind.gramsFrom, getTypicalGrams(kind), kind.gramsTo]
  const totals = weights.flatMap((grams) => {
    const parcel = toItemParcel({ kind, grams, sides })
    const cheapest = parcel && findCheapestShipping(lines, parcel)
    return cheapest ? [cheapest.parts.total] : []
  })
  return totals.length === weights.length
    ? { fromFen: Math.min(...totals), toFen: Math.max(...totals) }
    : undefined
}
