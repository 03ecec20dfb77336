import { formatNumber } from '#features/freight/describe-line-rules.ts'
import { formatMoney } from '#features/freight/format-money.ts'
import type { CurrencyEnum, FeeDetail, ShippingOption } from '#features/freight/option.ts'
import type { SingleParcel } from '../../haul-plan.ts'
import { toMinorUnits } from '../../minor-units.ts'
import type { PlanAnswer } from '../plan-messages.ts'

/** One amount of several parcels together, in smallest units. */
export function sumFees(
  options: readonly ShippingOption[],
  part: Exclude<keyof FeeDetail, 'currencyEnum' | 'mode'>,
  currency: CurrencyEnum,
): number {
  return options.reduce((sum, { feeDetail }) => sum + toMinorUnits(feeDetail[part] ?? 0, currency), 0)
}

export function getSplitTotal({ plan, currency }: Pick<PlanAnswer, 'plan' | 'currency'>): number {
  return sumFees(
    plan.split.map(({ option }) => option),
    'total',
    currency,
  )
}

/** What the split saves against one parcel, in smallest units; undefined where one parcel cannot be sent. */
export function findSaving({ plan, currency }: Pick<PlanAnswer, 'plan' | 'currency'>): number | undefined {
  const option = plan.single?.option
  return option ? sumFees([option], 'total', currency) - getSplitTotal({ plan, currency }) : undefined
}

/** 'One parcel can take 331 g more at no extra cost (up to 4,500 g).' */
export function describeFreeWeight(single: SingleParcel | null): string | undefined {
  const free = single?.option ? single.free : null
  if (!free) return undefined
  const [grams, upTo] = [formatNumber(free.grams), formatNumber(free.upTo)]
  if (free.grams === 0) return `One parcel is right at a price step (${upTo} g).`
  const more = free.isVolume ? ' of volume' : ''
  return `One parcel can take ${grams} g${more} more at no extra cost (up to ${upTo} g).`
}

/** '+ ¥14.65', '− ¥3.10' */
export function formatAddedCost(units: number, currency: CurrencyEnum): string {
  return `${units < 0 ? '−' : '+'} ${formatMoney(Math.abs(units), currency)}`
}
