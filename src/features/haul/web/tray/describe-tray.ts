import { formatNumber } from '#features/freight/describe-line-rules.ts'
import { formatMoney } from '#features/freight/format-money.ts'
import { capitalize } from '#shared/format/capitalize.ts'
import type { AddedItemCost } from '../../added-item-cost.ts'
import { findSaving, getSplitTotal } from '../plan/describe-plan.ts'
import { formatParcelCount } from '../plan/format-haul.ts'
import type { PlanAnswer } from '../plan-messages.ts'

/** Goods and shipping together, in smallest units; undefined where nothing can be sent or goods cannot be converted. */
export function getTotalWithShipping(answer: PlanAnswer | undefined): number | undefined {
  if (!answer || answer.goods === null || answer.plan.split.length === 0) return undefined
  return answer.goods + getSplitTotal(answer)
}

/** The one fact of the tray: free weight where the only parcel's line has steps, else what a T-shirt adds. */
export function describeNextStep(
  { plan, currency }: PlanAnswer,
  added: readonly AddedItemCost[] | undefined,
): string {
  const free = plan.split.length === 1 && plan.single?.option ? plan.single.free : null
  if (free && free.grams > 0 && !free.isVolume)
    return `${formatNumber(free.grams)} g free until the next step`
  const shirt = added?.[0]?.split
  if (shirt === undefined || shirt === null) return ''
  return shirt > 0 ? `a T-shirt adds ${formatMoney(shirt, currency)}` : 'a T-shirt adds nothing'
}

/** 'Two parcels save ¥12.99.', where they do. */
export function describeSplitSaving(answer: PlanAnswer): string {
  const saving = findSaving(answer)
  const count = answer.plan.split.length
  if (count < 2 || !saving) return ''
  return `${capitalize(formatParcelCount(count))} save ${formatMoney(saving, answer.currency)}.`
}
