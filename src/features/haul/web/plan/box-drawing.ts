import type { Parcel } from '#features/freight/parcel.ts'
import { roundToTenth } from '#shared/format/round.ts'

/** Units of the drawing per centimeter; at scale 1 they are px on a wide screen. */
const unitsPerCm = 4
/** The drawn depth for each unit of the box's width: to the right and up. */
const slant = { right: 0.35, up: 0.21 }
/** The maximum size of a drawn box, in units. */
const maxBoxUnits = 300
/** The sides that are drawn for a parcel of unknown size. */
const unknownSidesCm = [30, 22, 16] as const

export type BoxDrawing = {
  width: number
  height: number
  front: string
  lid: string
  side: string
  tape: string
  /** The label's position; undefined on boxes without room for one. */
  label: { x: number; y: number } | undefined
}

/** The scale of all boxes, at most 1, so that the largest fits. */
export function computeDrawingScale(parcels: readonly Parcel[]): number {
  const widths = parcels.map((parcel) => {
    const { length, width } = getSidesCm(parcel)
    return (length + width * slant.right) * unitsPerCm
  })
  return Math.min(1, maxBoxUnits / Math.max(1, ...widths))
}

/** Front, lid and side of a box that lies on its largest side, seen from the left. */
export function createBoxDrawing(parcel: Parcel, scale: number): BoxDrawing {
  const { length, width, height } = getSidesCm(parcel)
  const unitsPerScaledCm = unitsPerCm * scale
  const [w, h] = [roundToTenth(length * unitsPerScaledCm), roundToTenth(height * unitsPerScaledCm)]
  const [right, up] = [
    roundToTenth(width * unitsPerScaledCm * slant.right),
    roundToTenth(width * unitsPerScaledCm * slant.up),
  ]
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
  const sidesCm = sidesMm.length === 3 ? sidesMm.map((side) => side / 10) : [...unknownSidesCm]
  const [length = 1, width = 1, height = 1] = sidesCm.sort((left, right) => right - left)
  return { length, width, height }
}
