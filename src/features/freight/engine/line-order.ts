import type { Transit } from '../rate-card.ts'

/** What decides between lines of the same price. */
export type Placed = { readonly transit: Transit; readonly name: string; readonly id: string }

/** The shorter minimum time first, then the shorter maximum time. */
export function byTransit(one: Pick<Placed, 'transit'>, other: Pick<Placed, 'transit'>): number {
  return one.transit.min - other.transit.min || one.transit.max - other.transit.max
}

/** By code units, so that every machine gives the same order. */
export function byName(one: Placed, other: Placed): number {
  return byText(one.name, other.name) || byText(one.id, other.id)
}

function byText(one: string, other: string): number {
  return Number(one > other) - Number(one < other)
}
