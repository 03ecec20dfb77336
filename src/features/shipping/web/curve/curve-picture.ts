import type { CompiledLine } from '#features/freight/engine/compile-card.ts'
import { createIdentityExchange, type Exchange } from '#features/freight/engine/exchange.ts'
import { type CurveSegment, computePriceCurve } from '#features/freight/engine/weight-curve.ts'
import { formatMoney } from '#features/freight/format-money.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { formatGrams } from '#shared/format/format-number.ts'
import { getCurrencySign } from '#shared/format/money.ts'
import { type PlacedLabels, type Point, placeLabels } from './curve-labels.ts'
import { buildLinePath, buildStepPath, computeStrokes } from './curve-path.ts'
import {
  type CurveAxis,
  type CurveFrame,
  createPriceAxis,
  createWeightAxis,
  makeRoomForPriceLabels,
} from './curve-scale.ts'
import type { CurvePosition } from './describe-curve.ts'

/** The drawing of a curve: positions in px, paths as SVG path data. */
export type CurvePicture = CurveAxes & {
  linePath: string
  /** The vertical lines between steps. */
  stepPath: string
  otherLinePaths: string[]
  parcelPoint: Point
  /** The end of the free weight, at the price of the next step. */
  nextStepPoint: Point | undefined
  /** The x of the line's maximum weight, when it is inside the frame. */
  maxWeightX: number | undefined
  labels: PlacedLabels
}

type CurveAxes = { frame: CurveFrame; weightAxis: CurveAxis; priceAxis: CurveAxis }

type CurvePictureInput = {
  line: CompiledLine
  otherLines: readonly CompiledLine[]
  parcel: Parcel
  position: CurvePosition
  exchange: Exchange | undefined
  frame: CurveFrame
}

/** Draws a line's curve into a frame; amounts are in the displayed currency. */
export function computeCurvePicture(input: CurvePictureInput): CurvePicture {
  const { line, otherLines, parcel, position, exchange } = input
  const { unroundedGrams, totalUnits, nextStep, maxGrams, currency } = position
  const toPrice = createPriceConverter(exchange ?? createIdentityExchange(line.currency))
  const range = { from: 1, to: createWeightAxis(input.frame, toAxisWeights(position)).to }
  const segments = computePriceCurve(line, parcel, range)
  const otherSegments = otherLines.map((otherLine) => computePriceCurve(otherLine, parcel, range))
  const drawnFen = [segments, ...otherSegments].flat().flatMap(getSegmentEnds)
  const axes = createAxes(input.frame, position, drawnFen.map(toPrice))
  const { frame, weightAxis, priceAxis } = axes

  const toPoint = (grams: number, units: number) => ({
    x: weightAxis.toPx(grams),
    y: priceAxis.toPx(units / 10 ** currency.digits),
  })
  const toStrokes = (curve: readonly CurveSegment[]) => computeStrokes(curve, weightAxis, priceAxis, toPrice)
  const parcelPoint = toPoint(unroundedGrams, totalUnits)
  const nextStepPoint = nextStep && toPoint(nextStep.grams - 1, nextStep.totalUnits)
  const maxWeightX = maxGrams < weightAxis.to ? weightAxis.toPx(maxGrams) : undefined
  const points = { parcelPoint, nextStepPoint, maxWeightX }
  const strokes = toStrokes(segments)
  return {
    ...axes,
    ...points,
    linePath: buildLinePath(strokes),
    stepPath: buildStepPath(strokes),
    otherLinePaths: otherSegments.map((curve) => buildLinePath(toStrokes(curve))),
    labels: placeLabels(frame, priceAxis.ticks, strokes, { ...points, texts: getLabelTexts(position) }),
  }
}

function toAxisWeights({ unroundedGrams, nextStep, maxGrams }: CurvePosition) {
  return { unroundedGrams, nextStepGrams: nextStep?.grams, maxGrams }
}

/** The axes for the drawn prices and the parcel's own; the labels of prices may make the plot area narrower. */
function createAxes(
  availableFrame: CurveFrame,
  position: CurvePosition,
  drawnPrices: readonly number[],
): CurveAxes {
  const { totalUnits, currency } = position
  const prices = [...drawnPrices, totalUnits / 10 ** currency.digits]
  const sign = getCurrencySign(currency.code)
  const priceAxis = createPriceAxis(availableFrame, Math.min(...prices), Math.max(...prices), sign)
  const frame = makeRoomForPriceLabels(availableFrame, priceAxis)
  return { frame, weightAxis: createWeightAxis(frame, toAxisWeights(position)), priceAxis }
}

function getLabelTexts({ unroundedGrams, totalUnits, nextStep, maxGrams, currency }: CurvePosition) {
  const extraUnits = nextStep && nextStep.totalUnits - totalUnits
  return {
    parcel: `This parcel, ${formatMoney(totalUnits, currency)}`,
    price: formatMoney(totalUnits, currency),
    weight: `${formatGrams(unroundedGrams)} chargeable`,
    freeWeight: nextStep && nextStep.freeGrams > 0 ? `${formatGrams(nextStep.freeGrams)} free` : undefined,
    extraPrice:
      extraUnits === undefined
        ? undefined
        : `${extraUnits < 0 ? '-' : '+'} ${formatMoney(Math.abs(extraUnits), currency)}`,
    maxWeight: Number.isFinite(maxGrams) ? `up to ${formatGrams(maxGrams)}` : undefined,
  }
}

function getSegmentEnds(segment: CurveSegment): number[] {
  return segment.kind === 'step' ? [segment.fen] : [segment.fromFen, segment.toFen]
}

/** Converts fen to whole units of the displayed currency, for positions only: texts use exact amounts. */
function createPriceConverter({ numerator, denominator }: Exchange): (fen: number) => number {
  return (fen) => (fen * numerator) / (denominator * 100)
}
