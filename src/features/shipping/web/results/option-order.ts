import { byName, byTransit } from '#features/freight/engine/line-order.ts'
import { minor } from '#features/freight/money-text.ts'
import type { ShippingOption } from '#features/freight/option.ts'

/** The sort orders of the list of lines; price by default. */
export const orders = ['price', 'days', 'per-kg'] as const
export type Order = (typeof orders)[number]

/** Properties that some lines have and shoppers look for. */
export const traits = ['tax-included', 'battery'] as const
export type Trait = (typeof traits)[number]

type Comparison = (one: ShippingOption, other: ShippingOption) => number

const byTotal: Comparison = (one, other) => (one.feeDetail.total ?? 0) - (other.feeDetail.total ?? 0)
/** A line without times is not fast. */
const bySaying: Comparison = (one, other) => Number(one.transitTime === '') - Number(other.transitTime === '')
/** Of a charged kilogram; multiplied crosswise, so that nothing is rounded. */
const perKg: Comparison = (one, other) =>
  minor(one) * other.feeDetail.chargeableWeight - minor(other) * one.feeDetail.chargeableWeight

const comparisons: Record<Order, Comparison[]> = {
  price: [byTotal, byTransit, byName],
  days: [bySaying, byTransit, byTotal, byName],
  'per-kg': [perKg, byTotal, byTransit, byName],
}

/** Sorted lines; ties are broken by price, days and name as in the call's answer. */
export function inOrder(options: readonly ShippingOption[], order: Order): ShippingOption[] {
  return options.toSorted((one, other) => {
    for (const compare of comparisons[order]) {
      const difference = compare(one, other)
      if (difference !== 0) return difference
    }
    return 0
  })
}

/** The total of one charged kilogram, rounded to the currency's decimals. */
export function totalPerKg(option: ShippingOption): number {
  const { chargeableWeight, currencyEnum } = option.feeDetail
  return Math.round((minor(option) * 1000) / chargeableWeight) / 10 ** currencyEnum.digits
}

/** Whether a line has a property: by a tag of the card, or in its list of features. */
export function hasTrait({ tags, features }: ShippingOption, trait: Trait): boolean {
  if (trait === 'tax-included') return tags.includes('tax-included')
  return (
    ['battery', 'sensitive'].some((tag) => tags.includes(tag)) ||
    /\bbatter(y|ies)\b[^·]* accepted/i.test(features)
  )
}

/**
 * The ids of the cheapest and of the fastest line; none where there is nothing to compare. For unknown
 * categories a line for named goods is not the cheapest: it may not take them.
 */
export function bestOf(
  options: readonly ShippingOption[],
  { isKindKnown }: { isKindKnown: boolean },
): { cheapest?: string; fastest?: string } {
  const fit = isKindKnown ? options : options.filter(({ takesNamedOnly }) => !takesNamedOnly)
  const [cheapest] = inOrder(fit, 'price')
  const [fastest] = inOrder(fit, 'days')
  if (fit.length < 2 || !cheapest || !fastest) return {}
  return { cheapest: cheapest.id, ...(fastest.transitTime !== '' && { fastest: fastest.id }) }
}
