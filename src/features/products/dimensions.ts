import { formatGrams, formatSidesCm } from '#shared/format/format-number.ts'

/** The size of a packed item in cm. */
export type Dimensions = { length: number; width: number; height: number }

const dimensionsPattern = /^(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)$/

/** Parses `LxWxH` in cm (§3), with any multiplication sign; undefined when it is invalid. */
export function parseDimensions(dimensions: string | null | undefined): Dimensions | undefined {
  const [length = 0, width = 0, height = 0] =
    dimensionsPattern
      .exec(normalizeDimensions(dimensions ?? ''))
      ?.slice(1)
      .map(Number) ?? []
  return length > 0 && width > 0 && height > 0 ? { length, width, height } : undefined
}

/** The three sides in cm; empty when the size is unknown. */
export function listSides(dimensions: string | null | undefined): number[] {
  const size = parseDimensions(dimensions)
  return size ? [size.length, size.width, size.height] : []
}

/** Normalizes dimensions: '4.5 × 4,5 X 1 cm' becomes `4.5x4.5x1`, also with the Cyrillic х and full-width digits. */
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
/** The objects beside the parcel that show its scale, in cm: an A4 sheet and a phone. */
const sheet = { width: 21, height: 29.7 }
const phone = { width: 7.2, height: 14.7 }
const gap = 18
const edge = 8
const minWidth = 320
/** The height of the ruler below the baseline. */
const rulerHeight = 14

export type DrawingBox = { x: number; y: number; width: number; height: number }
export type ParcelDrawingLayout = {
  width: number
  height: number
  /** The y of the line on which all objects stand. */
  baseline: number
  sheet: DrawingBox
  phone: DrawingBox
  /** The front side. The back is `depth` up and to the right of it. */
  front: DrawingBox
  depth: number
  /** The factor for text and line widths, so that they look the same at any width of the drawing. */
  scale: number
}

/** Computes the drawing: sheet, phone and parcel side by side, 4 units per cm. */
export function computeParcelDrawing({ length, width, height }: Dimensions): ParcelDrawingLayout {
  const depth = width * unitsPerCm * 0.27
  const front = { width: length * unitsPerCm, height: height * unitsPerCm }
  const baseline = edge + Math.max(sheet.height * unitsPerCm, front.height + depth)
  const placeAt = (size: { width: number; height: number }, x: number): DrawingBox => ({
    x,
    y: baseline - size.height,
    ...size,
  })
  const sheetBox = placeAt(toUnits(sheet), edge)
  const phoneBox = placeAt(toUnits(phone), edge + sheetBox.width + gap)
  const frontBox = placeAt(front, phoneBox.x + phoneBox.width + gap)
  const total = Math.max(minWidth, frontBox.x + frontBox.width + depth + edge)
  return {
    width: total,
    height: baseline + rulerHeight,
    baseline,
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
