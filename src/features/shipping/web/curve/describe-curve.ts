import type { CompiledLine } from '#features/freight/engine/compile-card.ts'
import { convertChargeParts, quoteLine } from '#features/freight/engine/estimate.ts'
import { createIdentityExchange, type Exchange } from '#features/freight/engine/exchange.ts'
import { computePriceCurve, findNextStep, getUnroundedWeight } from '#features/freight/engine/weight-curve.ts'
import { formatMoney, getTotalMinor } from '#features/freight/format-money.ts'
import type { CurrencyEnum, ShippingOption } from '#features/freight/option.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { formatGrams } from '#shared/format/format-number.ts'
import { getCurrencySign } from '#shared/format/money.ts'

/** A parcel's position on a line's curve; amounts in the smallest unit of the displayed currency. */
export type CurvePosition = {
  unroundedGrams: number
  totalUnits: number
  /** The first weight with another price, that price, and the weight that can be added before it. */
  nextStep?: { grams: number; freeGrams: number; totalUnits: number } | undefined
  /** The price of each further gram in whole units of the currency; undefined when the price has steps. */
  pricePerGram?: number | undefined
  /** The heaviest parcel that the line takes. */
  maxGrams: number
  currency: CurrencyEnum
}

/** `option` is the line's option in the displayed currency. */
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
    totalUnits: getTotalMinor(option),
    currency: option.feeDetail.currencyEnum,
  }
  const maxGrams = Math.max(line.maxWeight, unroundedGrams)
  if (next === undefined)
    return {
      ...ownPosition,
      maxGrams,
      pricePerGram: computePricePerGram(line, parcelWithoutCategories, exchange),
    }
  const { parts } = quoteLine(line, { grams: next.grams, sidesMm: [], categories: [] })
  const convertedParts = parts && convertChargeParts(parts, exchange)
  // A volumetric weight may be above the maximum weight; there the price comes from the curve.
  const totalUnits = convertedParts?.total ?? ownPosition.totalUnits + fenToUnits(next.extraFen, exchange)
  const { grams, freeGrams } = next
  return { ...ownPosition, maxGrams, nextStep: { grams, freeGrams, totalUnits } }
}

/** Converts fen to the smallest unit of the displayed currency, for drawing and for approximate texts. */
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

/** Describes the price of more weight; `highlight` is the free weight at the start of the sentence, or empty. */
export function describeNextStep({ nextStep, totalUnits, pricePerGram, maxGrams, currency }: CurvePosition): {
  highlight: string
  remainder: string
} {
  if (nextStep) {
    const extra = nextStep.totalUnits - totalUnits
    const change = `${formatMoney(Math.abs(extra), currency)} ${extra < 0 ? 'less' : 'more'}`
    return {
      highlight: nextStep.freeGrams > 0 ? `${formatGrams(nextStep.freeGrams)} more` : '',
      remainder: `${nextStep.freeGrams > 0 ? ' at no extra cost. ' : ''}From ${formatGrams(nextStep.grams)}: ${change}.`,
    }
  }
  if (pricePerGram !== undefined)
    return {
      highlight: '',
      remainder: `About ${formatSmallAmount(pricePerGram * 100, currency)} per extra 100 g on this line.`,
    }
  return {
    highlight: '',
    remainder: Number.isFinite(maxGrams)
      ? `The price stays the same up to ${formatGrams(maxGrams)}, the limit of this line.`
      : 'The price stays the same for any extra weight.',
  }
}

/** With the currency's decimals, or more for at least two significant digits: '¥5.30', '$0.0074'. */
function formatSmallAmount(amount: number, currency: CurrencyEnum): string {
  const decimals = Math.max(currency.digits, 1 - Math.floor(Math.log10(amount)))
  return getCurrencySign(currency.code) + amount.toFixed(decimals)
}

/** The content of the drawing as text. */
export function describeCurve(name: string, position: CurvePosition): string {
  const { unroundedGrams, totalUnits, currency } = position
  const { highlight, remainder } = describeNextStep(position)
  return `Price by weight on ${name}. This parcel: ${formatGrams(unroundedGrams)} chargeable, ${formatMoney(totalUnits, currency)}. ${highlight}${remainder}`
}
