import { formatGrams, formatSidesCm } from '#shared/format/format-number.ts'

/** A packed item's size in cm. */
export type Dimensions = { length: number; width: number; height: number }

const dimensionsPattern = /^(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)$/

/** The three sizes of `LxWxH` in cm (§3), whatever its `x` looks like; undefined when it is not three sizes. */
export function parseDimensions(dimensions: string | null | undefined): Dimensions | undefined {
  const [length = 0, width = 0, height = 0] =
    dimensionsPattern
      .exec(normalizeDimensions(dimensions ?? ''))
      ?.slice(1)
      .map(Number) ?? []
  return length > 0 && width > 0 && height > 0 ? { length, width, height } : undefined
}

/** The three sides in cm; none where the size is unknown. */
export function listSides(dimensions: string | null | undefined): number[] {
  const size = parseDimensions(dimensions)
  return size ? [size.length, size.width, size.height] : []
}

/** The one spelling of sizes: '4.5 × 4,5 X 1 cm' is `4.5x4.5x1`, also with the Cyrillic х and full-width digits. */
export function normalizeDimensions(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[×✕*х]/g, 'x')
    .replaceAll(/\s/g, '')
    .replaceAll(/cm(?=x|$)/g, '')
    .replaceAll(',', '.')
}

/** '34 x 22 x 12 cm' */
export function formatDimensions({ length, width, height }: Dimensions): string {
  return formatSidesCm([length, width, height])
}

/** '1,240 g' */
export function formatWeight(grams: number): string {
  return formatGrams(grams)
}

const unitsPerCm = 4
/** Drawn beside the parcel for scale: an A4 sheet and a phone, in cm. */
const sheet = { width: 21, height: 29.7 }
const phone = { width: 7.2, height: 14.7 }
const gap = 18
const edge = 8
const minWidth = 320
/** Room below the ground line for the ruler's long ticks. */
const rulerHeight = 14

export type DrawingBox = { x: number; y: number; width: number; height: number }
export type ParcelDrawingLayout = {
  width: number
  height: number
  /** The y of the ground line. */
  ground: number
  sheet: DrawingBox
  phone: DrawingBox
  /** The front side; the others are behind it by `depth` up and to the right. */
  front: DrawingBox
  depth: number
  /** How much larger text and lines are drawn so that they look the same at any width. */
  scale: number
}

/** Sheet, phone and parcel side by side, 4 units to the cm, as wide as they need. */
export function computeParcelDrawing({ length, width, height }: Dimensions): ParcelDrawingLayout {
  const depth = width * unitsPerCm * 0.27
  const front = { width: length * unitsPerCm, height: height * unitsPerCm }
  const ground = edge + Math.max(sheet.height * unitsPerCm, front.height + depth)
  const standing = (size: { width: number; height: number }, x: number): DrawingBox => ({
    x,
    y: ground - size.height,
    ...size,
  })
  const sheetBox = standing(toUnits(sheet), edge)
  const phoneBox = standing(toUnits(phone), edge + sheetBox.width + gap)
  const frontBox = standing(front, phoneBox.x + phoneBox.width + gap)
  const total = Math.max(minWidth, frontBox.x + frontBox.width + depth + edge)
  return {
    width: total,
    height: ground + rulerHeight,
    ground,
    sheet: sheetBox,
    phone: phoneBox,
    front: frontBox,
    depth,
    scale: total / minWidth,
  }
}

function toUnits(size: { width: number; height: number }) {
  return { width: size.width * unitsPerCm, height: size.height * unitsPerCm }
}
