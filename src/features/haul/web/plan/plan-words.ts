import { moneyText } from '#features/freight/money-text.ts'
import type { CurrencyEnum, FeeDetail, ShippingOption } from '#features/freight/option.ts'
import { amountText } from '#features/freight/receipt.ts'
import { grouped } from '#features/freight/rule-texts.ts'
import { capitalize } from '#shared/capitalize.ts'
import type { SingleParcel } from '../../haul-plan.ts'
import { toMinorUnits } from '../../minor-units.ts'
import type { PlanAnswer } from '../plan-messages.ts'
import { parcelsWord } from './haul-words.ts'

/** One amount of several parcels together, in smallest units. */
export function sumOf(
  options: readonly ShippingOption[],
  part: Exclude<keyof FeeDetail, 'currencyEnum' | 'mode'>,
  currency: CurrencyEnum,
): number {
  return options.reduce((sum, { feeDetail }) => sum + toMinorUnits(feeDetail[part] ?? 0, currency), 0)
}

export function splitTotal({ plan, currency }: Pick<PlanAnswer, 'plan' | 'currency'>): number {
  return sumOf(
    plan.split.map(({ option }) => option),
    'total',
    currency,
  )
}

/** What the split saves against one parcel, in smallest units; undefined where one parcel cannot be sent. */
export function savingOf({ plan, currency }: Pick<PlanAnswer, 'plan' | 'currency'>): number | undefined {
  const option = plan.single?.option
  return option ? sumOf([option], 'total', currency) - splitTotal({ plan, currency }) : undefined
}

/** For screen readers: 'Cheapest: three parcels, 403.31 yuan.' */
export function planWords({ plan, currency }: PlanAnswer): string {
  if (plan.split.length === 0) return 'Nothing in the haul can be sent.'
  const amount = amountText(splitTotal({ plan, currency }), currency.digits)
  return `Cheapest: ${parcelsWord(plan.split.length)}, ${amount} ${currency.name}.`
}

/** The receipt's sentence about the alternative. */
export function comparison(answer: PlanAnswer): string {
  const saving = savingOf(answer)
  if (answer.plan.split.length === 1) return 'No split is cheaper than one parcel.'
  if (saving === undefined) return 'No line takes it all in one parcel.'
  return `${moneyText(saving, answer.currency)} less than one parcel.`
}

/** 'One parcel has 331 g free until its next step at 4,500 g.' */
export function freeWords(single: SingleParcel | null): string | undefined {
  const free = single?.option ? single.free : null
  if (!free) return undefined
  const [grams, upTo] = [grouped(free.grams), grouped(free.upTo)]
  if (free.grams === 0) return `One parcel is exactly at its step of ${upTo} g.`
  const more = free.isVolume ? ' of volume' : ''
  return `One parcel has ${grams} g${more} free until its next step at ${upTo} g.`
}

/** '+ ¥14.65', '− ¥3.10' */
export function addedText(units: number, currency: CurrencyEnum): string {
  return `${units < 0 ? '−' : '+'} ${moneyText(Math.abs(units), currency)}`
}

/** 'One parcel or three', 'One parcel' */
export function waysTitle({ plan }: Pick<PlanAnswer, 'plan'>): string {
  const count = plan.split.length
  return count === 1 ? 'One parcel is the cheapest way' : `One parcel or ${parcelsWord(count).split(' ')[0]}`
}

export function wayTitle(count: number): string {
  return capitalize(parcelsWord(count))
}
