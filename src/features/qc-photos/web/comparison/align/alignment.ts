/**
 * The alignment of a QC photo with the seller's: moved in percent of the frame, scaled in percent, rotated in degrees.
 */
export type Alignment = { x: number; y: number; scale: number; rotationDegrees: number }

/** A point of the frame, in percent of the frame's width from its center. */
export type FramePoint = { x: number; y: number }

/** The alignment without any change. */
export const unaligned: Alignment = { x: 0, y: 0, scale: 100, rotationDegrees: 0 }

const alignmentLimits = { move: 100, scale: [25, 400] } as const

/** Rounds all values to tenths within the limits. */
export function roundAlignment({ x, y, scale, rotationDegrees }: Alignment): Alignment {
  const { move, scale: sizes } = alignmentLimits
  return {
    x: roundWithin(x, -move, move),
    y: roundWithin(y, -move, move),
    scale: roundWithin(scale, ...sizes),
    rotationDegrees: roundWithin(rotationDegrees - 360 * Math.round(rotationDegrees / 360), -180, 180),
  }
}

/** Adds to the values, for keys and buttons. */
export function addToAlignment(alignment: Alignment, change: Partial<Alignment>): Alignment {
  const { x = 0, y = 0, scale = 0, rotationDegrees = 0 } = change
  return roundAlignment({
    x: alignment.x + x,
    y: alignment.y + y,
    scale: alignment.scale + scale,
    rotationDegrees: alignment.rotationDegrees + rotationDegrees,
  })
}

/**
 * Moves, scales and rotates the photo so that the points under the fingers follow them. With one point the photo only
 * moves.
 */
export function followHold(alignment: Alignment, from: Hold, to: Hold): Alignment {
  const [before, after] = [getMiddle(from), getMiddle(to)]
  const [oldLine, newLine] = [measureLine(from), measureLine(to)]
  const [min, max] = alignmentLimits.scale
  const desiredFactor = oldLine.length > 0 ? newLine.length / oldLine.length : 1
  const factor = clamp(alignment.scale * desiredFactor, min, max) / alignment.scale
  const rotationRadians = oldLine.length > 0 && newLine.length > 0 ? newLine.angle - oldLine.angle : 0
  const [x, y] = [alignment.x - before.x, alignment.y - before.y]
  const [cos, sin] = [Math.cos(rotationRadians) * factor, Math.sin(rotationRadians) * factor]
  const { move } = alignmentLimits
  return {
    x: clamp(after.x + x * cos - y * sin, -move, move),
    y: clamp(after.y + x * sin + y * cos, -move, move),
    scale: alignment.scale * factor,
    rotationDegrees: alignment.rotationDegrees + (rotationRadians * 180) / Math.PI,
  }
}

/** The one or two points where the photo is held. */
export type Hold = readonly [FramePoint, (FramePoint | undefined)?]

function getMiddle([first, second = first]: Hold): FramePoint {
  return { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 }
}

/** The length and the angle in radians of the line between both points. */
function measureLine([first, second = first]: Hold): { length: number; angle: number } {
  const [x, y] = [second.x - first.x, second.y - first.y]
  return { length: Math.hypot(x, y), angle: Math.atan2(y, x) }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}

function roundWithin(value: number, min: number, max: number): number {
  // Adding 0 converts -0 to 0.
  return Math.round(clamp(value, min, max) * 10) / 10 + 0
}
