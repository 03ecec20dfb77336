import type { ItemParams } from '../../shared/marketplaces.ts'

/** The items to ship, and how. */
export type Haul = {
  /** A country's code; empty while none is chosen. */
  destination: string
  /** Box, tape and filling, in percent of the pieces' weight and volume; a whole number. */
  packing: number
  /** Only lines that arrive within so many days; null for any time. */
  within: number | null
  items: readonly HaulItem[]
}

export type HaulItem = {
  /** Identifies the item within one list only. */
  id: number
  name: string
  /** Of one piece; null while unknown, and then the item is not part of the plan. */
  grams: number | null
  /** Of one piece, in millimetres, in the order entered; null when unknown. */
  sidesMm: DimensionsMm | null
  /** A category's id of /category.json; null where category rules are not to be applied. */
  category: string | null
  quantity: number
  /** Of one piece, in fen; null when unknown. */
  price: number | null
  /** The item's key; null for one that was typed. */
  offer: ItemParams | null
  /** The variant's sku; null where none was known, and then the piece may be of any. */
  sku: string | null
  /** The variant's name, 'Navy, 42'; empty when unknown. */
  variant: string
  /** A URL of ours; empty for none. */
  picture: string
}
export type DimensionsMm = readonly [number, number, number]

export const haulLimits = {
  items: 40,
  pieces: 60,
  grams: 1_000_000,
  sideMm: 10_000,
  maxPacking: 50,
  name: 120,
  sku: 200,
  /** Of a shared URL, in characters, with the site's own origin. */
  address: 2000,
} as const

export const haulFullMessage = `A haul can have up to ${haulLimits.items} items and ${haulLimits.pieces} pieces.`

const defaultPacking = 8
/** The choices of days to arrive within. */
export const deliveryTimes = [10, 12, 15, 21, 25, 30] as const

export const emptyHaul: Haul = { destination: '', packing: defaultPacking, within: null, items: [] }

export function countPieces(items: readonly HaulItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Of all items whose weight is known, in grams, without packing. */
export function getNetWeight(items: readonly HaulItem[]): number {
  return items.reduce((sum, { grams, quantity }) => sum + (grams ?? 0) * quantity, 0)
}

/** Of all items whose price is known, in fen. */
export function getGoodsTotalFen(items: readonly HaulItem[]): number {
  return items.reduce((sum, { price, quantity }) => sum + (price ?? 0) * quantity, 0)
}
