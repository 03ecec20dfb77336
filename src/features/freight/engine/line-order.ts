import type { Transit } from '#shared/freight/rate-card.ts'
import type { TrustClass } from '../trust/trust.ts'

/** The sort key of lines with the same price. */
export type LineSortKey = { readonly transit: Transit; readonly name: string; readonly id: string }

/**
 * The order of the cheapest line: the best class of trust first, then the lowest total. Totals have the same unit; lines
 * with the same rank differ in other facts.
 */
export function compareTrustedTotals(left: TrustedTotal, right: TrustedTotal): number {
  return left.trust - right.trust || left.total - right.total
}

export type TrustedTotal = { readonly trust: TrustClass; readonly total: number }

/** The shorter minimum time first, then the shorter maximum time. */
export function compareTransit(
  left: Pick<LineSortKey, 'transit'>,
  right: Pick<LineSortKey, 'transit'>,
): number {
  return left.transit.min - right.transit.min || left.transit.max - right.transit.max
}

/** By code units, so that every machine gives the same order. */
export function compareNames(left: LineSortKey, right: LineSortKey): number {
  return compareTexts(left.name, right.name) || compareTexts(left.id, right.id)
}

function compareTexts(left: string, right: string): number {
  return Number(left > right) - Number(left < right)
}
