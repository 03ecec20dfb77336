import type { CompiledLine } from '#features/freight/engine/compile-card.ts'
import { convertChargeParts, quoteLine } from '#features/freight/engine/estimate.ts'
import { createIdentityExchange, type Exchange } from '#features/freight/engine/exchange.ts'
import type { Parcel } from '#features/freight/parcel.ts'

/** What a line charges for a parcel whose size does not count: grams, and the total in the smallest shown unit. */
export type QuoteWithoutBox = { chargeable: number; total: number }

/**
 * The line's answer for the parcel without its size, as for items sent without their box. Undefined beyond
 * exact numbers, and where the line has no price for the weight alone.
 */
export function quoteWithoutBox(
  line: CompiledLine,
  parcel: Parcel,
  exchange: Exchange = createIdentityExchange(line.currency),
): QuoteWithoutBox | undefined {
  const { chargeable, parts } = quoteLine(line, { ...parcel, sidesMm: [], categories: [] })
  const convertedParts = parts && convertChargeParts(parts, exchange)
  return convertedParts ? { chargeable, total: convertedParts.total } : undefined
}
