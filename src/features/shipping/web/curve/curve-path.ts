import type { CurveSegment } from '#features/freight/engine/weight-curve.ts'
import type { CurveAxis } from './curve-scale.ts'

/** A piece of the drawn line in px, from left to right. */
export type Stroke = { x1: number; y1: number; x2: number; y2: number }

/**
 * The pieces of a line's price as they are drawn: each extends to the start of the next one, so that steps
 * are at whole weights. `priceOf` turns fen into the axis's units.
 */
export function computeStrokes(
  segments: readonly CurveSegment[],
  weights: CurveAxis,
  prices: CurveAxis,
  toPrice: (fen: number) => number,
): Stroke[] {
  return segments.map((segment, index) => {
    const first = index === 0 ? segment.from : segment.from - 1
    const [from, to] = segment.kind === 'step' ? [segment.fen, segment.fen] : [segment.fromFen, segment.toFen]
    return {
      x1: roundPx(weights.toPx(first <= 1 ? 0 : first)),
      y1: roundPx(prices.toPx(toPrice(from))),
      x2: roundPx(weights.toPx(Math.min(segment.to, weights.to))),
      y2: roundPx(prices.toPx(toPrice(to))),
    }
  })
}

/** The pieces as one path. */
export function buildLinePath(strokes: readonly Stroke[]): string {
  return strokes.map(({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`).join('')
}

/** What leads from one piece to the next. */
export function buildRisePath(strokes: readonly Stroke[]): string {
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
