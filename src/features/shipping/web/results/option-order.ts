import { compareNames, compareTransit } from '#features/freight/engine/line-order.ts'
import { getTotalMinor } from '#features/freight/format-money.ts'
import type { ShippingOption } from '#features/freight/option.ts'

/** The sort orders of the list of lines; price by default. */
export const optionOrders = ['price', 'days', 'per-kg'] as const
export type OptionOrder = (typeof optionOrders)[number]

/** Properties of lines that shoppers filter by. */
export const lineTraits = ['tax-included', 'battery'] as const
export type LineTrait = (typeof lineTraits)[number]

type OptionComparator = (left: ShippingOption, right: ShippingOption) => number

const compareTotals: OptionComparator = (left, right) =>
  (left.feeDetail.total ?? 0) - (right.feeDetail.total ?? 0)
/** Lines without times come last. */
const compareTransitKnown: OptionComparator = (left, right) =>
  Number(left.transitTime === '') - Number(right.transitTime === '')
/** By price per charged kilogram; compares products instead of quotients, so that nothing is rounded. */
const comparePricePerKg: OptionComparator = (left, right) =>
  getTotalMinor(left) * right.feeDetail.chargeableWeight -
  getTotalMinor(right) * left.feeDetail.chargeableWeight

const compareTrust: OptionComparator = (left, right) => left.trust - right.trust

const comparatorsByOrder: Record<OptionOrder | 'cheapest', OptionComparator[]> = {
  cheapest: [compareTrust, compareTotals, compareTransit, compareNames],
  price: [compareTotals, compareTransit, compareNames],
  days: [compareTransitKnown, compareTransit, compareTotals, compareNames],
  'per-kg': [comparePricePerKg, compareTotals, compareTransit, compareNames],
}

/** Sorts lines; ties are broken by price, days and name, as in the response of the API call. */
export function sortOptions(
  options: readonly ShippingOption[],
  order: OptionOrder | 'cheapest',
): ShippingOption[] {
  return options.toSorted((left, right) => {
    for (const compare of comparatorsByOrder[order]) {
      const difference = compare(left, right)
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
  /** Lines that do not carry the goods in the parcel. */
  wrongGoods: ShippingOption[]
  /** Lines that do not take it for other reasons. */
  unavailable: ShippingOption[]
}

/** Groups the options of a parcel; `hasCategory` is true when the request has a category. */
export function groupOptions(
  options: readonly ShippingOption[],
  { hasCategory }: { hasCategory: boolean },
): OptionGroups {
  const getGroup = ({
    available,
    takesNamedOnly,
    unavailableReasons,
  }: ShippingOption): keyof OptionGroups => {
    if (available) return takesNamedOnly && !hasCategory ? 'someGoods' : 'fit'
    return unavailableReasons.includes('CATEGORY_NOT_ALLOWED') ? 'wrongGoods' : 'unavailable'
  }
  const groups: OptionGroups = { fit: [], someGoods: [], wrongGoods: [], unavailable: [] }
  for (const option of sortOptions(options, 'price')) groups[getGroup(option)].push(option)
  return groups
}

/**
 * The cheapest line of the best class of trust. Like `findCheapestOption`, without the engine, which pages load later.
 */
export function findCheapestListed(options: readonly ShippingOption[]): ShippingOption | undefined {
  return sortOptions(options, 'cheapest')[0]
}

/** Ids of the lines that get a badge. */
export type BestOptions = { cheapest?: string; fastest?: string }

/** The cheapest line of the best class of trust, and the fastest of these lines; none for fewer than two lines. */
export function findBestOptions(options: readonly ShippingOption[]): BestOptions {
  const cheapest = findCheapestListed(options)
  const [fastest] = sortOptions(options, 'days')
  if (options.length < 2 || !cheapest || !fastest) return {}
  return { cheapest: cheapest.id, ...(fastest.transitTime !== '' && { fastest: fastest.id }) }
}

/** The first lines of a list, in its order; those with one of the ids are always included. */
export function pickFirst(
  options: readonly ShippingOption[],
  count: number,
  ids: readonly (string | undefined)[],
): ShippingOption[] {
  const isRequired = ({ id }: ShippingOption) => ids.includes(id)
  const notRequired = options.filter((option) => !isRequired(option))
  const remainingCount = count - (options.length - notRequired.length)
  const first = new Set(notRequired.slice(0, Math.max(0, remainingCount)))
  return options.filter((option) => isRequired(option) || first.has(option))
}
