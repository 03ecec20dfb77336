import type { Stroke } from './curve-path.ts'
import { type AxisTick, type CurveFrame, characterWidthRatio } from './curve-scale.ts'

/** A text of the drawing; `x` and `y` are the start, middle or end of its baseline in px, by `anchor`. */
export type LabelPosition = {
  text: string
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
  fontSizePx: number
}

type LabelBox = { left: number; right: number; top: number; bottom: number }

export type Point = { x: number; y: number }

/** The points that have labels, in px, and the texts of the labels. */
export type LabeledPoints = {
  parcelPoint: Point
  /** The end of the free weight, at the price of the next step. */
  nextStepPoint?: Point | undefined
  /** The x of the line's maximum weight, when it is inside the frame. */
  maxWeightX?: number | undefined
  texts: {
    parcel: string
    price: string
    weight: string
    freeWeight?: string | undefined
    extraPrice?: string | undefined
    maxWeight?: string | undefined
  }
}

export type PlacedLabels = {
  parcel?: LabelPosition | undefined
  weight?: LabelPosition | undefined
  extraPrice?: LabelPosition | undefined
  maxWeight?: LabelPosition | undefined
  freeWeight?: (LabelPosition & { isVertical: boolean }) | undefined
}

/**
 * Positions each label inside the frame where it overlaps neither the curve nor another label, the most important
 * first. A label that does not fit is left out; the sentence above the drawing contains all of them.
 */
export function placeLabels(
  frame: CurveFrame,
  priceTicks: readonly AxisTick[],
  strokes: readonly Stroke[],
  points: LabeledPoints,
): PlacedLabels {
  const occupiedBoxes: LabelBox[] = [
    ...priceTicks.flatMap((tick) => getTickBoxes(tick, frame)),
    ...strokes.flatMap(getStrokeBoxes),
    ...getStepBoxes(strokes),
    getDotBox(points.parcelPoint),
  ]
  const isNarrow = frame.width < 600
  const placeFirstFit = (candidates: LabelPosition[]) => {
    const label = candidates.find((label) => fitsIn(getLabelBox(label), frame, occupiedBoxes))
    if (label) occupiedBoxes.push(getLabelBox(label))
    return label
  }
  const { parcelPoint, nextStepPoint, maxWeightX, texts } = points
  const { x, y } = parcelPoint
  const anchor = { x, y, fontSizePx: isNarrow ? 13 : 14, top: frame.top }
  const parcel = placeFirstFit([
    ...proposeBeside(texts.parcel, anchor),
    ...proposeBeside(texts.price, anchor),
    ...proposeAbove(texts.parcel, anchor),
    ...proposeAbove(texts.price, anchor),
  ])
  const freeWeight =
    texts.freeWeight && nextStepPoint
      ? placeFreeWeightLabel(texts.freeWeight, { parcelPoint, nextStepPoint, frame, placeFirstFit })
      : undefined
  const extraPrice =
    texts.extraPrice && nextStepPoint
      ? placeFirstFit(proposeBesideStep(texts.extraPrice, y, nextStepPoint, isNarrow ? 12 : 13))
      : undefined
  const bottomTextY = frame.bottom - 8
  const afterStepX = (nextStepPoint?.x ?? x) + 8
  const weight = placeFirstFit([
    { text: texts.weight, x: x - 8, y: bottomTextY, anchor: 'end', fontSizePx: 11 },
    { text: texts.weight, x: afterStepX, y: bottomTextY, anchor: 'start', fontSizePx: 11 },
    { text: texts.weight, x: x + 8, y: bottomTextY, anchor: 'start', fontSizePx: 11 },
  ])
  const maxWeight =
    texts.maxWeight && maxWeightX !== undefined
      ? placeFirstFit(proposeAtMaxWeight(texts.maxWeight, maxWeightX, frame))
      : undefined
  return { parcel, weight, extraPrice, maxWeight, freeWeight }
}

type LabelAnchor = Point & { fontSizePx: number; top: number }

/** Close to the point: above it and below it, on either side. */
function proposeBeside(text: string, { x, y, fontSizePx }: LabelAnchor): LabelPosition[] {
  const [aboveY, belowY] = [y - 14, y + fontSizePx + 14]
  return [
    { text, x: x - 12, y: aboveY, anchor: 'end', fontSizePx },
    { text, x, y: aboveY, anchor: 'middle', fontSizePx },
    { text, x: x + 12, y: aboveY, anchor: 'start', fontSizePx },
    { text, x: x + 14, y: belowY, anchor: 'start', fontSizePx },
    { text, x: x - 14, y: belowY, anchor: 'end', fontSizePx },
  ]
}

/** Above the point, the lowest position first. */
function proposeAbove(text: string, { x, y, fontSizePx, top }: LabelAnchor): LabelPosition[] {
  const baselines: number[] = []
  for (let baseline = y - 14; baseline >= top - fontSizePx; baseline -= fontSizePx + 4)
    baselines.push(baseline)
  return baselines.flatMap((baseline) => [
    { text, x: x - 12, y: baseline, anchor: 'end', fontSizePx } as const,
    { text, x, y: baseline, anchor: 'middle', fontSizePx } as const,
    { text, x: x + 12, y: baseline, anchor: 'start', fontSizePx } as const,
  ])
}

/** Beside the vertical line of the step, else above it. */
function proposeBesideStep(text: string, y: number, next: Point, fontSizePx: number): LabelPosition[] {
  return [
    { text, x: next.x + 10, y: y + 5, anchor: 'start', fontSizePx },
    { text, x: next.x + 10, y: (y + next.y) / 2 + fontSizePx, anchor: 'start', fontSizePx },
    { text, x: next.x + 10, y: y + 24, anchor: 'start', fontSizePx },
    { text, x: next.x + 6, y: next.y - 10, anchor: 'start', fontSizePx },
    { text, x: next.x - 6, y: next.y - 10, anchor: 'end', fontSizePx },
  ]
}

type PlaceFirstFit = (candidates: LabelPosition[]) => LabelPosition | undefined

/** Beside the vertical line at the maximum weight, at its top or its bottom. */
function proposeAtMaxWeight(text: string, x: number, { top, bottom }: CurveFrame): LabelPosition[] {
  return [top + 4, bottom - 8].flatMap((y) => [
    { text, x: x + 8, y, anchor: 'start' as const, fontSizePx: 11 },
    { text, x: x - 8, y, anchor: 'end' as const, fontSizePx: 11 },
  ])
}

type FreeWeightArea = {
  parcelPoint: Point
  nextStepPoint: Point
  frame: CurveFrame
  placeFirstFit: PlaceFirstFit
}

/** Inside the area of the free weight: horizontal when it is wide enough, else vertical when it is high enough. */
function placeFreeWeightLabel(
  text: string,
  { parcelPoint: { x, y }, nextStepPoint, frame, placeFirstFit }: FreeWeightArea,
): PlacedLabels['freeWeight'] {
  const fontSizePx = 11
  const width = nextStepPoint.x - x
  const length = text.length * fontSizePx * characterWidthRatio
  if (width >= length + 12) {
    const label = placeFirstFit([
      { text, x: x + width / 2, y: frame.bottom - 10, anchor: 'middle', fontSizePx },
    ])
    return label && { ...label, isVertical: false }
  }
  if (width < fontSizePx + 5 || frame.bottom - y < length + 14) return undefined
  return { text, x: x + width / 2 + 4, y: frame.bottom - 10, anchor: 'start', fontSizePx, isVertical: true }
}

function getLabelBox({ text, x, y, anchor, fontSizePx }: LabelPosition): LabelBox {
  const width = text.length * fontSizePx * characterWidthRatio
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { left, right: left + width, top: y - fontSizePx, bottom: y + 3 }
}

/** A slope is covered by small boxes, so that labels fit below and above it. */
function getStrokeBoxes({ x1, y1, x2, y2 }: Stroke): LabelBox[] {
  const boxCount = y1 === y2 ? 1 : 24
  return Array.from({ length: boxCount }, (_, index) => {
    const [from, to] = [index / boxCount, (index + 1) / boxCount]
    const yValues = [y1 + (y2 - y1) * from, y1 + (y2 - y1) * to]
    return {
      left: x1 + (x2 - x1) * from,
      right: x1 + (x2 - x1) * to,
      top: Math.min(...yValues) - 3,
      bottom: Math.max(...yValues) + 3,
    }
  })
}

/** The vertical lines between strokes. */
function getStepBoxes(strokes: readonly Stroke[]): LabelBox[] {
  return strokes.slice(1).flatMap((stroke, index) => {
    const previous = strokes[index]
    if (!previous || previous.y2 === stroke.y1) return []
    const yValues = [previous.y2, stroke.y1]
    const [top, bottom] = [Math.min(...yValues), Math.max(...yValues)]
    return [{ left: stroke.x1 - 2, right: stroke.x1 + 2, top, bottom }]
  })
}

/** The label of a price, left of the frame. */
function getTickBoxes({ px, label }: AxisTick, { left }: CurveFrame): LabelBox[] {
  if (label === undefined) return []
  const width = label.length * 12 * characterWidthRatio
  return [{ left: left - 8 - width, right: left - 4, top: px - 8, bottom: px + 8 }]
}

function getDotBox({ x, y }: Point): LabelBox {
  return { left: x - 9, right: x + 9, top: y - 9, bottom: y + 9 }
}

function fitsIn(box: LabelBox, frame: CurveFrame, occupiedBoxes: readonly LabelBox[]): boolean {
  const isInside = box.left >= 0 && box.right <= frame.right && box.top >= 2 && box.bottom <= frame.bottom
  return isInside && !occupiedBoxes.some((occupied) => isOverlapping(box, occupied))
}

function isOverlapping(left: LabelBox, right: LabelBox): boolean {
  return (
    left.left < right.right && right.left < left.right && left.top < right.bottom && right.top < left.bottom
  )
}
