import { findCheapestQuote } from '../engine/cheapest-option.ts'
import type { CompiledLine } from '../engine/compile-card.ts'
import { type CountryLines, getLinesForParcel } from '../engine/country-lines.ts'
import { type ChargeParts, convertChargeParts } from '../engine/estimate.ts'
import { toScaledIntegerUp } from '../engine/fixed-point.ts'
import { type Parcel, parcelLimits } from '../parcel.ts'

/**
 * An item of the list: its kind, null when unknown, grams, null when unknown, and its three sides in cm, empty when unknown.
 */
export type ListedItem = {
  kind: { category: string } | null
  grams: number | null
  sides: readonly number[]
}

/**
 * The parcel of one item sent alone, with the listed weight and sides, which include its packing, and with the category
 * of its kind. Undefined when the weight is unknown or a measurement is outside `parcelLimits`.
 */
export function toItemParcel({ kind, grams, sides }: ListedItem): Parcel | undefined {
  const { minGrams, maxGrams, minCm, maxCm } = parcelLimits
  if (grams === null || grams < minGrams || grams > maxGrams) return undefined
  if (sides.some((side) => side < minCm || side > maxCm)) return undefined
  return {
    grams: Math.ceil(grams),
    sidesMm: sides.map((side) => toScaledIntegerUp(side, 1)),
    categories: kind === null ? [] : [kind.category],
  }
}

/** The cheapest shipping of a parcel; amounts in fen of yuan. */
export type CheapestShipping = { line: CompiledLine; parts: ChargeParts }

/**
 * The cheapest line that may carry a parcel. Product cards, product page, collection and a haul of one item show this
 * price. Undefined when no line takes the parcel, or when its price cannot be converted to yuan.
 */
export function findCheapestShipping(lines: CountryLines, parcel: Parcel): CheapestShipping | undefined {
  if (lines.exchange.to !== 'CNY') return undefined
  const cheapest = findCheapestQuote(getLinesForParcel(lines, parcel), parcel)
  const parts = cheapest && convertChargeParts(cheapest.parts, lines.exchange)
  return parts ? { line: cheapest.line, parts } : undefined
}
