import type { Parcel } from '#features/freight/parcel.ts'
import { roundToTenth } from '#shared/format/round.ts'

/** Units of the drawing to the centimetre: at the full measure they are px on a wide screen. */
const unitsPerCm = 4
/** How far a box goes back, for each unit of its width: to the right and up. */
const slant = { right: 0.35, up: 0.21 }
/** The maximum size of a drawn box, in units. */
const maxBoxUnits = 300
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
export function computeDrawingScale(parcels: readonly Parcel[]): number {
  const widths = parcels.map((parcel) => {
    const { length, width } = getSidesCm(parcel)
    return (length + width * slant.right) * unitsPerCm
  })
  return Math.min(1, maxBoxUnits / Math.max(1, ...widths))
}

/** Front, lid and side of a box that lies on its largest side, seen from the left. */
export function createBoxDrawing(parcel: Parcel, measure: number): BoxDrawing {
  const { length, width, height } = getSidesCm(parcel)
  const scale = unitsPerCm * measure
  const [w, h] = [roundToTenth(length * scale), roundToTenth(height * scale)]
  const [right, up] = [roundToTenth(width * scale * slant.right), roundToTenth(width * scale * slant.up)]
  const strip = {
    x: roundToTenth(w * 0.42),
    width: roundToTenth(Math.max(2, w * 0.1)),
    drop: roundToTenth(Math.min(34, h * 0.35)),
  }
  return {
    width: roundToTenth(w + right + 2),
    height: roundToTenth(h + up + 2),
    front: `M0 ${up}h${w}v${h}H0z`,
    lid: `M0 ${up}L${right} 0h${w}L${w} ${up}z`,
    side: `M${w} ${up}L${roundToTenth(w + right)} 0v${h}L${w} ${roundToTenth(up + h)}z`,
    tape: `M${strip.x} ${up}h${strip.width}v${strip.drop}h${-strip.width}zM${strip.x} ${up}l${right} ${-up}h${strip.width}l${-right} ${up}z`,
    label: hasLabelRoom(w, h, strip) ? { x: 10, y: roundToTenth(up + h - 44) } : undefined,
  }
}

/** The label is 58 wide and 34 high, and lies beside the tape or below it. */
function hasLabelRoom(w: number, h: number, strip: { x: number; drop: number }): boolean {
  return w >= 78 && h >= 54 && (strip.x >= 72 || strip.drop <= h - 48)
}

function getSidesCm({ sidesMm }: Parcel): { length: number; width: number; height: number } {
  const known = sidesMm.length === 3 ? sidesMm.map((side) => side / 10) : [...unknownBox]
  const [length = 1, width = 1, height = 1] = known.sort((one, other) => other - one)
  return { length, width, height }
}
