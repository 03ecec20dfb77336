import { formatMoney } from '#features/freight/format-money.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { capitalize } from '#shared/format/capitalize.ts'
import type { HaulPlan, ItemPieces } from '../../haul-plan.ts'
import type { PlanResult } from '../plan-messages.ts'
import { findSaving, getSplitTotal, sumFees } from './describe-plan.ts'
import { formatParcelCount, formatTransitSpan } from './format-haul.ts'

export type ShippingWayKey = 'split' | 'single'
/** A parcel of a way, with the cheapest line that takes it; null when none does. */
export type ShippingWayParcel = {
  pieces: readonly ItemPieces[]
  parcel: Parcel
  option: ShippingOption | null
}
/** One way to send the haul; `total` in smallest units, null when no line takes everything. */
export type ShippingWay = {
  key: ShippingWayKey
  title: string
  total: number | null
  span: string
  parcels: ShippingWayParcel[]
}

/** The ways to choose from, the cheapest first; only one when a single parcel is cheapest. */
export function listShippingWays(result: PlanResult): ShippingWay[] {
  const { plan, currency } = result
  const split: ShippingWay = {
    key: 'split',
    title: capitalize(formatParcelCount(plan.split.length)),
    total: getSplitTotal(result),
    span: formatTransitSpan(plan.split.map(({ option }) => option)),
    parcels: plan.split,
  }
  if (plan.split.length < 2 || !plan.single) return plan.split.length === 0 ? [] : [split]
  const { parcel, option } = plan.single
  const single: ShippingWay = {
    key: 'single',
    title: 'One parcel',
    total: option && sumFees([option], 'total', currency),
    span: option ? formatTransitSpan([option]) : '',
    parcels: [{ pieces: joinPieces(plan.split), parcel, option }],
  }
  return [split, single]
}

/** The contents of several parcels, by item. */
function joinPieces(parcels: HaulPlan['split']): ItemPieces[] {
  const counts = new Map<number, number>()
  for (const { item, count } of parcels.flatMap(({ pieces }) => pieces)) {
    counts.set(item, (counts.get(item) ?? 0) + count)
  }
  return [...counts].map(([item, count]) => ({ item, count }))
}

/** 'Saves ¥12.99', or the reason why nothing is saved. */
export function describeWaySaving(result: PlanResult): string {
  const saving = findSaving(result)
  if (result.plan.split.length === 1) return 'One parcel is cheapest'
  if (saving === undefined) return 'No line takes everything in one parcel'
  return `Saves ${formatMoney(saving, result.currency)}`
}
