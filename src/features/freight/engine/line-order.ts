import type { Transit } from '../rate-card.ts'

/** What decides between lines of the same price. */
export type LineSortKey = { readonly transit: Transit; readonly name: string; readonly id: string }

/** The shorter minimum time first, then the shorter maximum time. */
export function compareTransit(
  one: Pick<LineSortKey, 'transit'>,
  other: Pick<LineSortKey, 'transit'>,
): number {
  return one.transit.min - other.transit.min || one.transit.max - other.transit.max
}

/** By code units, so that every machine gives the same order. */
export function compareNames(one: LineSortKey, other: LineSortKey): number {
  return compareTexts(one.name, other.name) || compareTexts(one.id, other.id)
}

function compareTexts(one: string, other: string): number {
  return Number(one > other) - Number(one < other)
}
