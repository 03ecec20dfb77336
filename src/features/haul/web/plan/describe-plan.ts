import { formatMoney } from '#features/freight/format-money.ts'
import type { CurrencyEnum, FeeDetail, ShippingOption } from '#features/freight/option.ts'
import { toMinorUnits } from '#features/freight/receipt.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import type { SingleParcel } from '../../haul-plan.ts'
import type { PlanResult } from '../plan-messages.ts'

/** The sum of one amount over several parcels, in smallest units. */
export function sumFees(
  options: readonly ShippingOption[],
  part: Exclude<keyof FeeDetail, 'currencyEnum' | 'mode'>,
  currency: CurrencyEnum,
): number {
  return options.reduce((sum, { feeDetail }) => sum + toMinorUnits(feeDetail[part], currency.digits), 0)
}

export function getSplitTotal({ plan, currency }: Pick<PlanResult, 'plan' | 'currency'>): number {
  return sumFees(
    plan.split.map(({ option }) => option),
    'total',
    currency,
  )
}

/** The saving of the split compared with one parcel, in smallest units; undefined when one parcel cannot be shipped. */
export function findSaving({ plan, currency }: Pick<PlanResult, 'plan' | 'currency'>): number | undefined {
  const option = plan.single?.option
  return option ? sumFees([option], 'total', currency) - getSplitTotal({ plan, currency }) : undefined
}

/** 'One parcel can take 331 g more at no extra cost (up to 4,500 g).' */
export function describeFreeWeight(single: SingleParcel | null): string | undefined {
  const free = single?.option ? single.free : null
  if (!free) return undefined
  const [grams, maxGrams] = [formatNumber(free.grams), formatNumber(free.maxGrams)]
  if (free.grams === 0) return `One parcel is right at a price step (${maxGrams} g).`
  const more = free.isVolume ? ' of volume' : ''
  return `One parcel can take ${grams} g${more} more at no extra cost (up to ${maxGrams} g).`
}

/** '+ ¥14.65', '− ¥3.10' */
export function formatAddedCost(units: number, currency: CurrencyEnum): string {
  return `${units < 0 ? '−' : '+'} ${formatMoney(Math.abs(units), currency)}`
}
