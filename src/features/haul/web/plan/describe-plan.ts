import { formatNumber } from '#features/freight/describe-line-rules.ts'
import { formatMoney } from '#features/freight/format-money.ts'
import type { CurrencyEnum, FeeDetail, ShippingOption } from '#features/freight/option.ts'
import { formatMinorAmount } from '#features/freight/receipt.ts'
import { capitalize } from '#shared/format/capitalize.ts'
import type { SingleParcel } from '../../haul-plan.ts'
import { toMinorUnits } from '../../minor-units.ts'
import type { PlanAnswer } from '../plan-messages.ts'
import { formatParcelCount } from './format-haul.ts'

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

/** For screen readers: 'Cheapest: three parcels, 403.31 yuan.' */
export function describePlan({ plan, currency }: PlanAnswer): string {
  if (plan.split.length === 0) return 'Nothing in the haul can be sent.'
  const amount = formatMinorAmount(getSplitTotal({ plan, currency }), currency.digits)
  return `Cheapest: ${formatParcelCount(plan.split.length)}, ${amount} ${currency.name}.`
}

/** The receipt's sentence about the alternative. */
export function describeSaving(answer: PlanAnswer): string {
  const saving = findSaving(answer)
  if (answer.plan.split.length === 1) return 'No split is cheaper than one parcel.'
  if (saving === undefined) return 'No line takes it all in one parcel.'
  return `${formatMoney(saving, answer.currency)} less than one parcel.`
}

/** 'One parcel has 331 g free until its next step at 4,500 g.' */
export function describeFreeWeight(single: SingleParcel | null): string | undefined {
  const free = single?.option ? single.free : null
  if (!free) return undefined
  const [grams, upTo] = [formatNumber(free.grams), formatNumber(free.upTo)]
  if (free.grams === 0) return `One parcel is exactly at its step of ${upTo} g.`
  const more = free.isVolume ? ' of volume' : ''
  return `One parcel has ${grams} g${more} free until its next step at ${upTo} g.`
}

/** '+ ¥14.65', '− ¥3.10' */
export function formatAddedCost(units: number, currency: CurrencyEnum): string {
  return `${units < 0 ? '−' : '+'} ${formatMoney(Math.abs(units), currency)}`
}

/** 'One parcel or three', 'One parcel' */
export function getComparisonTitle({ plan }: Pick<PlanAnswer, 'plan'>): string {
  const count = plan.split.length
  return count === 1
    ? 'One parcel is the cheapest way'
    : `One parcel or ${formatParcelCount(count).split(' ')[0]}`
}

export function getSplitTitle(count: number): string {
  return capitalize(formatParcelCount(count))
}
