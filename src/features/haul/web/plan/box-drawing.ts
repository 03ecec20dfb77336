import type { Parcel } from '#features/freight/parcel.ts'

/** Units of the drawing to the centimetre: at the full measure they are px on a wide screen. */
const unitsPerCm = 4
/** How far a box goes back, for each unit of its width: to the right and up. */
const slant = { right: 0.35, up: 0.21 }
/** The maximum size of a drawn box, in units. */
const longest = 300
/** Drawn for a parcel of unknown size, in cm. */
const unknownBox = [30, 22, 16] as const

export type BoxDrawing = {
  width: number
  height: number
  front: string
  lid: string
  side: string
  tape: string
  /** Where the label lies, on boxes with room for one. */
  label: { x: number; y: number } | undefined
}

/** The scale of all boxes, so that the largest still fits; 1 for usual boxes. */
export function measureFor(parcels: readonly Parcel[]): number {
  const widths = parcels.map((parcel) => {
    const { length, width } = sidesOf(parcel)
    return (length + width * slant.right) * unitsPerCm
  })
  return Math.min(1, longest / Math.max(1, ...widths))
}

/** Front, lid and side of a box that lies on its largest side, seen from the left. */
export function boxDrawing(parcel: Parcel, measure: number): BoxDrawing {
  const { length, width, height } = sidesOf(parcel)
  const scale = unitsPerCm * measure
  const [w, h] = [round(length * scale), round(height * scale)]
  const [right, up] = [round(width * scale * slant.right), round(width * scale * slant.up)]
  const strip = {
    x: round(w * 0.42),
    width: round(Math.max(2, w * 0.1)),
    drop: round(Math.min(34, h * 0.35)),
  }
  return {
    width: round(w + right + 2),
    height: round(h + up + 2),
    front: `M0 ${up}h${w}v${h}H0z`,
    lid: `M0 ${up}L${right} 0h${w}L${w} ${up}z`,
    side: `M${w} ${up}L${round(w + right)} 0v${h}L${w} ${round(up + h)}z`,
    tape: `M${strip.x} ${up}h${strip.width}v${strip.drop}h${-strip.width}zM${strip.x} ${up}l${right} ${-up}h${strip.width}l${-right} ${up}z`,
    label: hasRoom(w, h, strip) ? { x: 10, y: round(up + h - 44) } : undefined,
  }
}

/** The label is 58 wide and 34 high, and lies beside the tape or below it. */
function hasRoom(w: number, h: number, strip: { x: number; drop: number }): boolean {
  return w >= 78 && h >= 54 && (strip.x >= 72 || strip.drop <= h - 48)
}

function sidesOf({ sidesMm }: Parcel): { length: number; width: number; height: number } {
  const known = sidesMm.length === 3 ? sidesMm.map((side) => side / 10) : [...unknownBox]
  const [length = 1, width = 1, height = 1] = known.sort((one, other) => other - one)
  return { length, width, height }
}

function round(units: number): number {
  return Math.round(units * 10) / 10
}
