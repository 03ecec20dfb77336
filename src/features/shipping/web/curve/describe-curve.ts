import type { CompiledLine } from '#features/freight/engine/compile-card.ts'
import { partsIn, quoteLine } from '#features/freight/engine/estimate.ts'
import { type Exchange, ownCurrency } from '#features/freight/engine/exchange.ts'
import { computePriceCurve, getUnroundedWeight, nextStep } from '#features/freight/engine/weight-curve.ts'
import { minor, moneyText } from '#features/freight/money-text.ts'
import type { CurrencyEnum, ShippingOption } from '#features/freight/option.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { grouped } from '#features/freight/rule-texts.ts'
import { currencySign } from '#shared/money.ts'

/** A parcel's position on a line's curve, in grams and in the smallest unit of the displayed currency. */
export type CurvePosition = {
  counted: number
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
export function standingOf(
  line: CompiledLine,
  parcel: Parcel,
  option: ShippingOption,
  exchange: Exchange = ownCurrency(line.currency),
): CurvePosition {
  const plain = { ...parcel, categories: [] }
  const counted = getUnroundedWeight(line, plain)
  const next = nextStep(line, plain)
  const at = { counted, total: minor(option), currency: option.feeDetail.currencyEnum }
  const end = Math.max(line.maxWeight, counted)
  if (next === undefined) return { ...at, end, perGram: perGramOf(line, plain, exchange) }
  const { parts } = quoteLine(line, { grams: next.grams, sidesMm: [], categories: [] })
  const shown = parts && partsIn(parts, exchange)
  // Volume may go beyond the weights that the line takes; there the curve alone knows the price.
  const total = shown?.total ?? at.total + inUnits(next.extraFen, exchange)
  return { ...at, end, next: { grams: next.grams, free: next.free, total } }
}

/** Fen as whole units of the displayed currency, for drawing and for texts that say 'about'. */
export function inUnits(fen: number, { numerator, denominator, currency }: Exchange): number {
  return Math.round((fen * numerator * 10 ** currency.digits) / (denominator * 100))
}

function perGramOf(line: CompiledLine, parcel: Parcel, exchange: Exchange): number | undefined {
  const counted = getUnroundedWeight(line, parcel)
  const [piece] = computePriceCurve(line, parcel, { from: counted, to: counted + 1000 })
  if (piece?.kind !== 'slope') return undefined
  const fen = (piece.toFen - piece.fromFen) / (piece.to - piece.from)
  return (fen * exchange.numerator) / (exchange.denominator * 100)
}

/** What the next grams cost: the free ones in front, so that they can be marked. */
export function describeNextStep({ next, total, perGram, end, currency }: CurvePosition): {
  marked: string
  rest: string
} {
  if (next) {
    const extra = next.total - total
    const change = `${moneyText(Math.abs(extra), currency)} ${extra < 0 ? 'less' : 'more'}`
    return {
      marked: next.free > 0 ? `${grouped(next.free)} g more` : '',
      rest: `${next.free > 0 ? ' cost nothing on this line. ' : ''}From ${grouped(next.grams)} g it is ${change}.`,
    }
  }
  if (perGram !== undefined)
    return { marked: '', rest: `Each further gram costs about ${smallText(perGram, currency)} on this line.` }
  return {
    marked: '',
    rest: Number.isFinite(end)
      ? `The price stays the same up to ${grouped(end)} g, the heaviest parcel of this line.`
      : 'The price stays the same for every further gram.',
  }
}

/** With the currency's decimals, and with two figures at least: '¥0.053', '$0.0074'. */
function smallText(amount: number, currency: CurrencyEnum): string {
  const decimals = Math.max(currency.digits, 1 - Math.floor(Math.log10(amount)))
  return currencySign(currency.code) + amount.toFixed(decimals)
}

/** Everything that the drawing shows, as text. */
export function describeCurve(name: string, standing: CurvePosition): string {
  const { counted, total, currency } = standing
  const { marked, rest } = describeNextStep(standing)
  return `Price by weight on ${name}. This parcel counts ${grouped(counted)} g and costs ${moneyText(total, currency)}. ${marked}${rest}`
}
