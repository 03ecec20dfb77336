import type { CompiledLine } from '#features/freight/engine/compile-card.ts'
import { convertChargeParts, quoteLine } from '#features/freight/engine/estimate.ts'
import { createIdentityExchange, type Exchange } from '#features/freight/engine/exchange.ts'
import type { Parcel } from '#features/freight/parcel.ts'

/** A line's price without the size of the parcel; the total is in the smallest unit of the displayed currency. */
export type QuoteWithoutBox = { chargeableGrams: number; totalUnits: number }

/**
 * Quotes the parcel without its size, for items sent without their box. Undefined when the line has no price for the
 * weight alone, or when the price is too large for exact arithmetic.
 */
export function quoteWithoutBox(
  line: CompiledLine,
  parcel: Parcel,
  exchange: Exchange = createIdentityExchange(line.currency),
): QuoteWithoutBox | undefined {
  const { chargeableGrams, parts } = quoteLine(line, { ...parcel, sidesMm: [], categories: [] })
  const convertedParts = parts && convertChargeParts(parts, exchange)
  return convertedParts ? { chargeableGrams, totalUnits: convertedParts.total } : undefined
}
