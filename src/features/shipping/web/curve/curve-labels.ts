import type { Stroke } from './curve-path.ts'
import { type AxisTick, type CurveFrame, letterWidth } from './curve-scale.ts'

/** A text in the drawing; `x` and `y` are where its base line begins, ends or has its middle. */
export type LabelPosition = {
  text: string
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
  size: number
}

type LabelBox = { left: number; right: number; top: number; bottom: number }

/** What is marked: px of the parcel, of the end of the free weight and of the price from there on. */
export type CurveMarks = {
  x: number
  y: number
  next?: { x: number; y: number } | undefined
  /** Where the line ends, if it is within. */
  end?: number | undefined
  texts: {
    parcel: string
    price: string
    weight: string
    free?: string | undefined
    extra?: string | undefined
    end?: string | undefined
  }
}

export type PlacedLabels = {
  parcel?: LabelPosition | undefined
  weight?: LabelPosition | undefined
  extra?: LabelPosition | undefined
  end?: LabelPosition | undefined
  free?: (LabelPosition & { isUpright: boolean }) | undefined
}

/**
 * Places each text where it covers neither the line nor another text nor leaves the field, the most important
 * first. One without a place is left out: the sentence above has all of them.
 */
export function placeLabels(
  frame: CurveFrame,
  prices: readonly AxisTick[],
  strokes: readonly Stroke[],
  marks: CurveMarks,
): PlacedLabels {
  const takenBoxes: LabelBox[] = [
    ...prices.flatMap((tick) => getTickBoxes(tick, frame)),
    ...strokes.flatMap(getStrokeBoxes),
    ...getRiseBoxes(strokes),
    ...getDotBoxes(marks),
  ]
  const isNarrow = frame.width < 600
  const placeFirstFree = (candidates: LabelPosition[]) => {
    const label = candidates.find((label) => isFree(getLabelBox(label), frame, takenBoxes))
    if (label) takenBoxes.push(getLabelBox(label))
    return label
  }
  const { x, y, next, texts } = marks
  const at = { x, y, size: isNarrow ? 13 : 14, top: frame.top }
  const parcel = placeFirstFree([
    ...proposeBeside(texts.parcel, at),
    ...proposeBeside(texts.price, at),
    ...proposeAbove(texts.parcel, at),
    ...proposeAbove(texts.price, at),
  ])
  const free = texts.free && next ? placeFreeLabel(texts.free, marks, frame, placeFirstFree) : undefined
  const extra =
    texts.extra && next
      ? placeFirstFree(proposeBesideStep(texts.extra, marks, next, isNarrow ? 12 : 13))
      : undefined
  const footY = frame.bottom - 8
  const edgeX = (next?.x ?? x) + 8
  const weight = placeFirstFree([
    { text: texts.weight, x: x - 8, y: footY, anchor: 'end', size: 11 },
    { text: texts.weight, x: edgeX, y: footY, anchor: 'start', size: 11 },
    { text: texts.weight, x: x + 8, y: footY, anchor: 'start', size: 11 },
  ])
  const end =
    texts.end && marks.end !== undefined
      ? placeFirstFree(proposeAtEnd(texts.end, marks.end, frame))
      : undefined
  return { parcel, weight, extra, end, free }
}

type LabelAnchor = { x: number; y: number; size: number; top: number }

/** Close to the point: above it and below it, on either side. */
function proposeBeside(text: string, { x, y, size }: LabelAnchor): LabelPosition[] {
  const [up, down] = [y - 14, y + size + 14]
  return [
    { text, x: x - 12, y: up, anchor: 'end', size },
    { text, x, y: up, anchor: 'middle', size },
    { text, x: x + 12, y: up, anchor: 'start', size },
    { text, x: x + 14, y: down, anchor: 'start', size },
    { text, x: x - 14, y: down, anchor: 'end', size },
  ]
}

/** Higher and higher over the point. */
function proposeAbove(text: string, { x, y, size, top }: LabelAnchor): LabelPosition[] {
  const heights: number[] = []
  for (let height = y - 14; height >= top - size; height -= size + 4) heights.push(height)
  return heights.flatMap((height) => [
    { text, x: x - 12, y: height, anchor: 'end', size } as const,
    { text, x, y: height, anchor: 'middle', size } as const,
    { text, x: x + 12, y: height, anchor: 'start', size } as const,
  ])
}

/** Beside the step up, below the higher price; above it where there is no room at the side. */
function proposeBesideStep(
  text: string,
  { y }: CurveMarks,
  next: { x: number; y: number },
  size: number,
): LabelPosition[] {
  return [
    { text, x: next.x + 10, y: y + 5, anchor: 'start', size },
    { text, x: next.x + 10, y: (y + next.y) / 2 + size, anchor: 'start', size },
    { text, x: next.x + 10, y: y + 24, anchor: 'start', size },
    { text, x: next.x + 6, y: next.y - 10, anchor: 'start', size },
    { text, x: next.x - 6, y: next.y - 10, anchor: 'end', size },
  ]
}

type PlaceFirstFree = (candidates: LabelPosition[]) => LabelPosition | undefined

/** At the top of the line's end, or at its foot. */
function proposeAtEnd(text: string, x: number, { top, bottom }: CurveFrame): LabelPosition[] {
  return [top + 4, bottom - 8].flatMap((y) => [
    { text, x: x + 8, y, anchor: 'start' as const, size: 11 },
    { text, x: x - 8, y, anchor: 'end' as const, size: 11 },
  ])
}

/** In the free field: lying where it is wide enough, else standing where it is high enough. */
function placeFreeLabel(
  text: string,
  { x, y, next }: CurveMarks,
  frame: CurveFrame,
  placeFirstFree: PlaceFirstFree,
): PlacedLabels['free'] {
  const size = 11
  const width = (next?.x ?? x) - x
  const length = text.length * size * letterWidth
  if (width >= length + 12) {
    const label = placeFirstFree([{ text, x: x + width / 2, y: frame.bottom - 10, anchor: 'middle', size }])
    return label && { ...label, isUpright: false }
  }
  if (width < size + 5 || frame.bottom - y < length + 14) return undefined
  return { text, x: x + width / 2 + 4, y: frame.bottom - 10, anchor: 'start', size, isUpright: true }
}

function getLabelBox({ text, x, y, anchor, size }: LabelPosition): LabelBox {
  const width = text.length * size * letterWidth
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { left, right: left + width, top: y - size, bottom: y + 3 }
}

/** A slope is as many small boxes, so that the room below and above it stays free. */
function getStrokeBoxes({ x1, y1, x2, y2 }: Stroke): LabelBox[] {
  const pieces = y1 === y2 ? 1 : 24
  return Array.from({ length: pieces }, (_, index) => {
    const [from, to] = [index / pieces, (index + 1) / pieces]
    const heights = [y1 + (y2 - y1) * from, y1 + (y2 - y1) * to]
    return {
      left: x1 + (x2 - x1) * from,
      right: x1 + (x2 - x1) * to,
      top: Math.min(...heights) - 3,
      bottom: Math.max(...heights) + 3,
    }
  })
}

/** What leads from one piece up or down to the next. */
function getRiseBoxes(strokes: readonly Stroke[]): LabelBox[] {
  return strokes.slice(1).flatMap((stroke, index) => {
    const previous = strokes[index]
    if (!previous || previous.y2 === stroke.y1) return []
    const heights = [previous.y2, stroke.y1]
    const [top, bottom] = [Math.min(...heights), Math.max(...heights)]
    return [{ left: stroke.x1 - 2, right: stroke.x1 + 2, top, bottom }]
  })
}

/** A price beside the field. */
function getTickBoxes({ at, label }: AxisTick, { left }: CurveFrame): LabelBox[] {
  if (label === undefined) return []
  const width = label.length * 12 * letterWidth
  return [{ left: left - 8 - width, right: left - 4, top: at - 8, bottom: at + 8 }]
}

function getDotBoxes({ x, y }: CurveMarks): LabelBox[] {
  return [{ left: x - 9, right: x + 9, top: y - 9, bottom: y + 9 }]
}

function isFree(box: LabelBox, frame: CurveFrame, takenBoxes: readonly LabelBox[]): boolean {
  const isInside = box.left >= 0 && box.right <= frame.right && box.top >= 2 && box.bottom <= frame.bottom
  return isInside && !takenBoxes.some((right) => isOverlapping(box, right))
}

function isOverlapping(left: LabelBox, right: LabelBox): boolean {
  return (
    left.left < right.right && right.left < left.right && left.top < right.bottom && right.top < left.bottom
  )
}
