import type { CompiledLine } from '#features/freight/engine/compile-card.ts'
import { type Exchange, ownCurrency } from '#features/freight/engine/exchange.ts'
import { computePriceCurve, type Segment } from '#features/freight/engine/weight-curve.ts'
import { moneyText } from '#features/freight/money-text.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { grouped } from '#features/freight/rule-texts.ts'
import { currencySign } from '#shared/money.ts'
import { type PlacedLabels, placeLabels } from './curve-labels.ts'
import { linePath, risePath, strokesOf } from './curve-path.ts'
import { type Axis, type Frame, priceAxis, weightAxis, withRoomFor } from './curve-scale.ts'
import type { CurvePosition } from './describe-curve.ts'

/** All that is drawn, in px. */
export type CurvePicture = {
  frame: Frame
  weights: Axis
  prices: Axis
  line: string
  rises: string
  /** Paths of the other lines. */
  others: string[]
  parcel: { x: number; y: number }
  /** To where the free grams reach, and the price from there on. */
  next?: { x: number; y: number } | undefined
  /** The heaviest parcel of the line, where it is within. */
  end?: number | undefined
  labels: PlacedLabels
}

type About = {
  line: CompiledLine
  others: readonly CompiledLine[]
  parcel: Parcel
  standing: CurvePosition
  exchange: Exchange | undefined
  frame: Frame
}

/** Draws a line's curve into a frame; amounts are in the displayed currency. */
export function pictureOf({ line, others, parcel, standing, exchange, frame: given }: About): CurvePicture {
  const { counted, total, next, end, currency } = standing
  const grams = { counted, next: next?.grams, end }
  const priceOf = inMajor(exchange ?? ownCurrency(line.currency))
  const range = { from: 1, to: weightAxis(given, grams).to }
  const own = computePriceCurve(line, parcel, range)
  const theirs = others.map((other) => computePriceCurve(other, parcel, range))
  const major = 10 ** currency.digits
  const drawn = [...[own, ...theirs].flat().flatMap(endsOf).map(priceOf), total / major]
  const prices = priceAxis(given, Math.min(...drawn), Math.max(...drawn), currencySign(currency.code))
  const frame = withRoomFor(given, prices)
  const weights = weightAxis(frame, grams)
  const strokes = strokesOf(own, weights, prices, priceOf)
  const at = { x: weights.place(counted), y: prices.place(total / major) }
  const nextAt = next && { x: weights.place(next.grams - 1), y: prices.place(next.total / major) }
  const endAt = end < weights.to ? weights.place(end) : undefined
  const labels = placeLabels(frame, prices.ticks, strokes, {
    ...at,
    next: nextAt,
    end: endAt,
    words: wordsOf(standing),
  })
  return {
    frame,
    weights,
    prices,
    line: linePath(strokes),
    rises: risePath(strokes),
    others: theirs.map((segments) => linePath(strokesOf(segments, weights, prices, priceOf))),
    parcel: at,
    next: nextAt,
    end: endAt,
    labels,
  }
}

function wordsOf({ counted, total, next, end, currency }: CurvePosition) {
  return {
    parcel: `This parcel, ${moneyText(total, currency)}`,
    price: moneyText(total, currency),
    weight: `counts ${grouped(counted)} g`,
    free: next && next.free > 0 ? `${grouped(next.free)} g free` : undefined,
    extra: next && `${next.total < total ? '-' : '+'} ${moneyText(Math.abs(next.total - total), currency)}`,
    end: Number.isFinite(end) ? `up to ${grouped(end)} g` : undefined,
  }
}

function endsOf(segment: Segment): number[] {
  return segment.kind === 'step' ? [segment.fen] : [segment.fromFen, segment.toFen]
}

/** For drawing: what is written beside it is counted exactly. */
function inMajor({ numerator, denominator }: Exchange): (fen: number) => number {
  return (fen) => (fen * numerator) / (denominator * 100)
}
