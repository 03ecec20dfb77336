import type { CompiledLine } from '#features/freight/engine/compile-card.ts'
import { convertChargeParts, quoteLine } from '#features/freight/engine/estimate.ts'
import { createIdentityExchange, type Exchange } from '#features/freight/engine/exchange.ts'
import { computePriceCurve, findNextStep, getUnroundedWeight } from '#features/freight/engine/weight-curve.ts'
import { formatMoney, getTotalMinor } from '#features/freight/format-money.ts'
import type { CurrencyEnum, ShippingOption } from '#features/freight/option.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { formatGrams } from '#shared/format/format-number.ts'
import { getCurrencySign } from '#shared/format/money.ts'

/** A parcel's position on a line's curve, in grams and in the smallest unit of the displayed currency. */
export type CurvePosition = {
  unroundedGrams: number
  total: number
  /** The weight from which another price holds, how many grams are free until then, and that price. */
  next?: { grams: number; free: number; total: number } | undefined
  /** What each further gram costs, in whole shown units, where each costs. */
  perGram?: number | undefined
  /** The heaviest parcel that the line takes. */
  end: number
  currency: CurrencyEnum
}

/** `option` is the line's answer as it is shown. */
export function computeCurvePosition(
  line: CompiledLine,
  parcel: Parcel,
  option: ShippingOption,
  exchange: Exchange = createIdentityExchange(line.currency),
): CurvePosition {
  const parcelWithoutCategories = { ...parcel, categories: [] }
  const unroundedGrams = getUnroundedWeight(line, parcelWithoutCategories)
  const next = findNextStep(line, parcelWithoutCategories)
  const ownPosition = {
    unroundedGrams,
    total: getTotalMinor(option),
    currency: option.feeDetail.currencyEnum,
  }
  const end = Math.max(line.maxWeight, unroundedGrams)
  if (next === undefined)
    return { ...ownPosition, end, perGram: computePricePerGram(line, parcelWithoutCategories, exchange) }
  const { parts } = quoteLine(line, { grams: next.grams, sidesMm: [], categories: [] })
  const convertedParts = parts && convertChargeParts(parts, exchange)
  // Volume may go beyond the weights that the line takes; there the curve alone knows the price.
  const total = convertedParts?.total ?? ownPosition.total + fenToUnits(next.extraFen, exchange)
  return { ...ownPosition, end, next: { grams: next.grams, free: next.free, total } }
}

/** Fen as whole units of the displayed currency, for drawing and for texts that say 'about'. */
export function fenToUnits(fen: number, { numerator, denominator, currency }: Exchange): number {
  return Math.round((fen * numerator * 10 ** currency.digits) / (denominator * 100))
}

function computePricePerGram(line: CompiledLine, parcel: Parcel, exchange: Exchange): number | undefined {
  const unroundedGrams = getUnroundedWeight(line, parcel)
  const [segment] = computePriceCurve(line, parcel, { from: unroundedGrams, to: unroundedGrams + 1000 })
  if (segment?.kind !== 'slope') return undefined
  const fen = (segment.toFen - segment.fromFen) / (segment.to - segment.from)
  return (fen * exchange.numerator) / (exchange.denominator * 100)
}

/** What the next grams cost: the free ones in front, so that they can be marked. */
export function describeNextStep({ next, total, perGram, end, currency }: CurvePosition): {
  marked: string
  remainder: string
} {
  if (next) {
    const extra = next.total - total
    const change = `${formatMoney(Math.abs(extra), currency)} ${extra < 0 ? 'less' : 'more'}`
    return {
      marked: next.free > 0 ? `${formatGrams(next.free)} more` : '',
      remainder: `${next.free > 0 ? ' at no extra cost. ' : ''}From ${formatGrams(next.grams)}: ${change}.`,
    }
  }
  if (perGram !== undefined)
    return {
      marked: '',
      remainder: `About ${formatSmallAmount(perGram * 100, currency)} per extra 100 g on this line.`,
    }
  return {
    marked: '',
    remainder: Number.isFinite(end)
      ? `The price stays the same up to ${formatGrams(end)}, the limit of this line.`
      : 'The price stays the same for any extra weight.',
  }
}

/** With the currency's decimals, and with two figures at least: '¥5.30', '$0.0074'. */
function formatSmallAmount(amount: number, currency: CurrencyEnum): string {
  const decimals = Math.max(currency.digits, 1 - Math.floor(Math.log10(amount)))
  return getCurrencySign(currency.code) + amount.toFixed(decimals)
}

/** Everything that the drawing shows, as text. */
export function describeCurve(name: string, position: CurvePosition): string {
  const { unroundedGrams, total, currency } = position
  const { marked, remainder } = describeNextStep(position)
  return `Price by weight on ${name}. This parcel: ${formatGrams(unroundedGrams)} chargeable, ${formatMoney(total, currency)}. ${marked}${remainder}`
}
