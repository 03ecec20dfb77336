import { compareNames, compareTransit } from '#features/freight/engine/line-order.ts'
import { getTotalMinor } from '#features/freight/format-money.ts'
import type { ShippingOption } from '#features/freight/option.ts'

/** The sort orders of the list of lines; price by default. */
export const optionOrders = ['price', 'days', 'per-kg'] as const
export type OptionOrder = (typeof optionOrders)[number]

/** Properties that some lines have and shoppers look for. */
export const lineTraits = ['tax-included', 'battery'] as const
export type LineTrait = (typeof lineTraits)[number]

type OptionComparator = (one: ShippingOption, other: ShippingOption) => number

const compareTotals: OptionComparator = (one, other) =>
  (one.feeDetail.total ?? 0) - (other.feeDetail.total ?? 0)
/** A line without times is not fast. */
const compareTransitKnown: OptionComparator = (one, other) =>
  Number(one.transitTime === '') - Number(other.transitTime === '')
/** Of a charged kilogram; multiplied crosswise, so that nothing is rounded. */
const comparePricePerKg: OptionComparator = (one, other) =>
  getTotalMinor(one) * other.feeDetail.chargeableWeight -
  getTotalMinor(other) * one.feeDetail.chargeableWeight

const comparatorsByOrder: Record<OptionOrder, OptionComparator[]> = {
  price: [compareTotals, compareTransit, compareNames],
  days: [compareTransitKnown, compareTransit, compareTotals, compareNames],
  'per-kg': [comparePricePerKg, compareTotals, compareTransit, compareNames],
}

/** Sorted lines; ties are broken by price, days and name as in the call's answer. */
export function sortOptions(options: readonly ShippingOption[], order: OptionOrder): ShippingOption[] {
  return options.toSorted((one, other) => {
    for (const compare of comparatorsByOrder[order]) {
      const difference = compare(one, other)
      if (difference !== 0) return difference
    }
    return 0
  })
}

/** The total of one charged kilogram, rounded to the currency's decimals. */
export function computeTotalPerKg(option: ShippingOption): number {
  const { chargeableWeight, currencyEnum } = option.feeDetail
  return Math.round((getTotalMinor(option) * 1000) / chargeableWeight) / 10 ** currencyEnum.digits
}

/** Whether a line has a property: by a tag of the card, or in its list of features. */
export function hasTrait({ tags, features }: ShippingOption, trait: LineTrait): boolean {
  if (trait === 'tax-included') return tags.includes('tax-included')
  return (
    ['battery', 'sensitive'].some((tag) => tags.includes(tag)) ||
    /\bbatter(y|ies)\b[^·]* accepted/i.test(features)
  )
}

/** A parcel's lines, the cheapest first in each group. */
export type OptionGroups = {
  /** Lines that take it. */
  fit: ShippingOption[]
  /** Lines for named goods only, when the request has no category. */
  someGoods: ShippingOption[]
  /** Lines that do not carry what is inside. */
  wrongKind: ShippingOption[]
  /** Lines that do not take it for other reasons. */
  unavailable: ShippingOption[]
}

/** Groups the options of a parcel; `isKindKnown` is true when the request has a category. */
export function groupOptions(
  options: readonly ShippingOption[],
  { isKindKnown }: { isKindKnown: boolean },
): OptionGroups {
  const getGroup = ({
    available,
    takesNamedOnly,
    unavailableReasons,
  }: ShippingOption): keyof OptionGroups => {
    if (available) return takesNamedOnly && !isKindKnown ? 'someGoods' : 'fit'
    return unavailableReasons.includes('CATEGORY_NOT_ALLOWED') ? 'wrongKind' : 'unavailable'
  }
  const groups: OptionGroups = { fit: [], someGoods: [], wrongKind: [], unavailable: [] }
  for (const option of sortOptions(options, 'price')) groups[getGroup(option)].push(option)
  return groups
}

/** Ids of the lines that get a badge. */
export type BestOptions = { cheapest?: string; fastest?: string }

/** The cheapest and the fastest of these lines; none where there is nothing to compare. */
export function findBestOptions(options: readonly ShippingOption[]): BestOptions {
  const [cheapest] = sortOptions(options, 'price')
  const [fastest] = sortOptions(options, 'days')
  if (options.length < 2 || !cheapest || !fastest) return {}
  return { cheapest: cheapest.id, ...(fastest.transitTime !== '' && { fastest: fastest.id }) }
}

/** The first lines of a list, in its order; those with one of the ids are among them. */
export function pickFirst(
  options: readonly ShippingOption[],
  count: number,
  ids: readonly (string | undefined)[],
): ShippingOption[] {
  const isWanted = ({ id }: ShippingOption) => ids.includes(id)
  const others = options.filter((option) => !isWanted(option))
  const room = count - (options.length - others.length)
  const first = new Set(others.slice(0, Math.max(0, room)))
  return options.filter((option) => isWanted(option) || first.has(option))
}
