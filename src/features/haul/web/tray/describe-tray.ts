import { formatMoney } from '#features/freight/format-money.ts'
import { capitalize } from '#shared/format/capitalize.ts'
import { formatGrams, formatNumber } from '#shared/format/format-number.ts'
import type { AddedItemCost } from '../../added-item-cost.ts'
import { findSaving, getSplitTotal } from '../plan/describe-plan.ts'
import { formatParcelCount } from '../plan/format-haul.ts'
import type { PlanResult } from '../plan-messages.ts'

/** Goods and shipping together, in smallest units; undefined when nothing can be shipped or goods cannot be converted. */
export function getTotalWithShipping(result: PlanResult | undefined): number | undefined {
  if (!result || result.goods === null || result.plan.split.length === 0) return undefined
  return result.goods + getSplitTotal(result)
}

/** The tip of the tray: the free weight of a single parcel, else what a T-shirt adds, with the weight that the cost is for. */
export function describeTrayTip(
  { plan, currency }: PlanResult,
  added: readonly AddedItemCost[] | undefined,
): string {
  const free = plan.split.length === 1 && plan.single?.option ? plan.single.free : null
  if (free && free.grams > 0 && !free.isVolume)
    return `${formatNumber(free.grams)} g free until the next step`
  const shirt = added?.[0]
  if (!shirt || shirt.split === null) return ''
  const cost = shirt.split > 0 ? formatMoney(shirt.split, currency) : 'nothing'
  return `a T-shirt (${formatGrams(shirt.grams)}) adds ${cost}`
}

/** 'Two parcels save ¥12.99.'; empty when they do not. */
export function describeSplitSaving(result: PlanResult): string {
  const saving = findSaving(result)
  const count = result.plan.split.length
  if (count < 2 || !saving) return ''
  return `${capitalize(formatParcelCount(count))} save ${formatMoney(saving, result.currency)}.`
}
