/** How a QC photo is laid under the seller's: moved by per cent of the frame, sized in per cent, turned in degrees. */
export type Alignment = { x: number; y: number; scale: number; turn: number }

/** A point of the frame, in per cent of its width from its middle. */
export type FramePoint = { x: number; y: number }

/** Both as they are. */
export const unaligned: Alignment = { x: 0, y: 0, scale: 100, turn: 0 }

const alignmentLimits = { move: 100, scale: [25, 400] } as const

/** In steps of a tenth, within the limits. */
export function roundAlignment({ x, y, scale, turn }: Alignment): Alignment {
  const { move, scale: sizes } = alignmentLimits
  return {
    x: roundWithin(x, -move, move),
    y: roundWithin(y, -move, move),
    scale: roundWithin(scale, ...sizes),
    turn: roundWithin(turn - 360 * Math.round(turn / 360), -180, 180),
  }
}

/** What keys and buttons do: adds to the values. */
export function nudge(alignment: Alignment, change: Partial<Alignment>): Alignment {
  const { x = 0, y = 0, scale = 0, turn = 0 } = change
  return roundAlignment({
    x: alignment.x + x,
    y: alignment.y + y,
    scale: alignment.scale + scale,
    turn: alignment.turn + turn,
  })
}

/**
 * What hands do: the photo follows two points that it is held at from where they were to where they are. One
 * finger holds it at one point and only moves it.
 */
export function follow(alignment: Alignment, from: Hold, to: Hold): Alignment {
  const [before, after] = [middle(from), middle(to)]
  const [was, is] = [stretch(from), stretch(to)]
  const [least, most] = alignmentLimits.scale
  const wanted = was.length > 0 ? is.length / was.length : 1
  const factor = clamp(alignment.scale * wanted, least, most) / alignment.scale
  const turn = was.length > 0 && is.length > 0 ? is.angle - was.angle : 0
  const [x, y] = [alignment.x - before.x, alignment.y - before.y]
  const [cos, sin] = [Math.cos(turn) * factor, Math.sin(turn) * factor]
  const { move } = alignmentLimits
  return {
    x: clamp(after.x + x * cos - y * sin, -move, move),
    y: clamp(after.y + x * sin + y * cos, -move, move),
    scale: alignment.scale * factor,
    turn: alignment.turn + (turn * 180) / Math.PI,
  }
}

/** Where it is held. */
export type Hold = readonly [FramePoint, (FramePoint | undefined)?]

function middle([one, other = one]: Hold): FramePoint {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}

function stretch([one, other = one]: Hold): { length: number; angle: number } {
  const [x, y] = [other.x - one.x, other.y - one.y]
  return { length: Math.hypot(x, y), angle: Math.atan2(y, x) }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

function roundWithin(value: number, least: number, most: number): number {
  // Adding 0 makes -0 a plain 0.
  return Math.round(clamp(value, least, most) * 10) / 10 + 0
}
