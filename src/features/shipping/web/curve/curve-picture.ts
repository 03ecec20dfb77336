import type { CompiledLine } from '#features/freight/engine/compile-card.ts'
import { createIdentityExchange, type Exchange } from '#features/freight/engine/exchange.ts'
import { type CurveSegment, computePriceCurve } from '#features/freight/engine/weight-curve.ts'
import { formatMoney } from '#features/freight/format-money.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { formatGrams } from '#shared/format/format-number.ts'
import { getCurrencySign } from '#shared/format/money.ts'
import { type PlacedLabels, placeLabels } from './curve-labels.ts'
import { buildLinePath, buildRisePath, computeStrokes } from './curve-path.ts'
import {
  type CurveAxis,
  type CurveFrame,
  createPriceAxis,
  createWeightAxis,
  widenForPrices,
} from './curve-scale.ts'
import type { CurvePosition } from './describe-curve.ts'

/** All that is drawn, in px. */
export type CurvePicture = {
  frame: CurveFrame
  weights: CurveAxis
  prices: CurveAxis
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

type CurvePictureInput = {
  line: CompiledLine
  others: readonly CompiledLine[]
  parcel: Parcel
  position: CurvePosition
  exchange: Exchange | undefined
  frame: CurveFrame
}

/** Draws a line's curve into a frame; amounts are in the displayed currency. */
export function computeCurvePicture({
  line,
  others,
  parcel,
  position,
  exchange,
  frame: availableFrame,
}: CurvePictureInput): CurvePicture {
  const { unroundedGrams, total, next, end, currency } = position
  const grams = { unroundedGrams, next: next?.grams, end }
  const toPrice = createMajorConverter(exchange ?? createIdentityExchange(line.currency))
  const range = { from: 1, to: createWeightAxis(availableFrame, grams).to }
  const ownSegments = computePriceCurve(line, parcel, range)
  const otherSegments = others.map((other) => computePriceCurve(other, parcel, range))
  const minorPerMajor = 10 ** currency.digits
  const drawnPrices = [
    ...[ownSegments, ...otherSegments].flat().flatMap(getSegmentEnds).map(toPrice),
    total / minorPerMajor,
  ]
  const prices = createPriceAxis(
    availableFrame,
    Math.min(...drawnPrices),
    Math.max(...drawnPrices),
    getCurrencySign(currency.code),
  )
  const frame = widenForPrices(availableFrame, prices)
  const weights = createWeightAxis(frame, grams)
  const strokes = computeStrokes(ownSegments, weights, prices, toPrice)
  const at = { x: weights.toPx(unroundedGrams), y: prices.toPx(total / minorPerMajor) }
  const nextAt = next && { x: weights.toPx(next.grams - 1), y: prices.toPx(next.total / minorPerMajor) }
  const endAt = end < weights.to ? weights.toPx(end) : undefined
  const labels = placeLabels(frame, prices.ticks, strokes, {
    ...at,
    next: nextAt,
    end: endAt,
    texts: getMarkTexts(position),
  })
  return {
    frame,
    weights,
    prices,
    line: buildLinePath(strokes),
    rises: buildRisePath(strokes),
    others: otherSegments.map((segments) =>
      buildLinePath(computeStrokes(segments, weights, prices, toPrice)),
    ),
    parcel: at,
    next: nextAt,
    end: endAt,
    labels,
  }
}

function getMarkTexts({ unroundedGrams, total, next, end, currency }: CurvePosition) {
  return {
    parcel: `This parcel, ${formatMoney(total, currency)}`,
    price: formatMoney(total, currency),
    weight: `${formatGrams(unroundedGrams)} chargeable`,
    free: next && next.free > 0 ? `${formatGrams(next.free)} free` : undefined,
    extra: next && `${next.total < total ? '-' : '+'} ${formatMoney(Math.abs(next.total - total), currency)}`,
    end: Number.isFinite(end) ? `up to ${formatGrams(end)}` : undefined,
  }
}

function getSegmentEnds(segment: CurveSegment): number[] {
  return segment.kind === 'step' ? [segment.fen] : [segment.fromFen, segment.toFen]
}

/** For drawing: what is written beside it is counted exactly. */
function createMajorConverter({ numerator, denominator }: Exchange): (fen: number) => number {
  return (fen) => (fen * numerator) / (denominator * 100)
}
