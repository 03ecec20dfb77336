import type { Transit } from '#shared/freight/rate-card.ts'

/** The sort key of lines with the same price. */
export type LineSortKey = { readonly transit: Transit; readonly name: string; readonly id: string }

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
