import type { CurveSegment } from '#features/freight/engine/weight-curve.ts'
import type { CurveAxis } from './curve-scale.ts'

/** A straight part of the drawn curve in px, from left to right. */
export type Stroke = { x1: number; y1: number; x2: number; y2: number }

/**
 * Converts the segments of a price curve to strokes. Each stroke reaches the start of the next one, so that steps are
 * at whole weights. `toPrice` converts fen to the units of the price axis.
 */
export function computeStrokes(
  segments: readonly CurveSegment[],
  weightAxis: CurveAxis,
  priceAxis: CurveAxis,
  toPrice: (fen: number) => number,
): Stroke[] {
  return segments.map((segment, index) => {
    const start = index === 0 ? segment.from : segment.from - 1
    const [from, to] = segment.kind === 'step' ? [segment.fen, segment.fen] : [segment.fromFen, segment.toFen]
    return {
      x1: roundPx(weightAxis.toPx(start <= 1 ? 0 : start)),
      y1: roundPx(priceAxis.toPx(toPrice(from))),
      x2: roundPx(weightAxis.toPx(Math.min(segment.to, weightAxis.to))),
      y2: roundPx(priceAxis.toPx(toPrice(to))),
    }
  })
}

/** The strokes as one SVG path. */
export function buildLinePath(strokes: readonly Stroke[]): string {
  return strokes.map(({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`).join('')
}

/** The vertical lines between strokes as one SVG path. */
export function buildStepPath(strokes: readonly Stroke[]): string {
  return strokes
    .flatMap((stroke, index) => {
      const next = strokes[index + 1]
      return next && next.y1 !== stroke.y2 ? [`M${stroke.x2} ${stroke.y2}V${next.y1}`] : []
    })
    .join('')
}

function roundPx(px: number): number {
  return Math.round(px * 100) / 100
}
