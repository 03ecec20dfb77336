import type { ItemParams } from '../../shared/marketplaces.ts'

/** The items to ship, with the settings for shipping. */
export type Haul = {
  /** A country's code; empty while none is chosen. */
  destination: string
  /** Box, tape and filling, in percent of the pieces' weight and volume; an integer. */
  packingPercent: number
  /** The maximum delivery time in days; null for any. */
  withinDays: number | null
  items: readonly HaulItem[]
}

export type HaulItem = {
  /** Identifies the item within one list only. */
  id: number
  name: string
  /** Of one piece; null while unknown: then the item is not part of the plan. */
  grams: number | null
  /** Of one piece, in the order entered; null when unknown. */
  sidesMm: DimensionsMm | null
  /** A category id of /category.json; null to ignore category rules. */
  category: string | null
  /** The typical weight of one piece of its kind, offered while `grams` is unknown; missing and null when its kind is unknown. */
  typicalGrams?: number | null
  quantity: number
  /** Of one piece; null when unknown. */
  priceFen: number | null
  /** The item's key; null for a typed item. */
  offer: ItemParams | null
  /** The variant's sku; null when unknown: then the piece may be any variant. */
  sku: string | null
  /** The variant's name, 'Navy, 42'; empty when unknown. */
  variant: string
  /** A URL of this site; empty for none. */
  picture: string
  /** The fields that only this visitor's own link stated, or a member that no admin has confirmed. They stay on this device. */
  hinted?: readonly HintedField[]
}
/** 'member': what is listed beside it was read by a member, and stood in no link. */
export type HintedField = 'name' | 'priceFen' | 'category' | 'member'
export type DimensionsMm = readonly [number, number, number]

export const haulLimits = {
  maxItems: 40,
  maxPieces: 60,
  maxGrams: 1_000_000,
  maxSideMm: 10_000,
  maxPackingPercent: 50,
  maxNameLength: 120,
  maxSkuLength: 200,
  /** Of a shared URL, in characters, including the site's origin. */
  maxUrlLength: 2000,
} as const

export const haulFullMessage = `A haul can have up to ${haulLimits.maxItems} items and ${haulLimits.maxPieces} pieces.`

const defaultPackingPercent = 8
/** The delivery times to choose from, in days. */
export const deliveryTimesDays = [10, 12, 15, 21, 25, 30] as const

export const emptyHaul: Haul = {
  destination: '',
  packingPercent: defaultPackingPercent,
  withinDays: null,
  items: [],
}

export function countPieces(items: readonly HaulItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** The weight of all items with a known weight, in grams, without packing. */
export function getNetGrams(items: readonly HaulItem[]): number {
  return items.reduce((sum, { grams, quantity }) => sum + (grams ?? 0) * quantity, 0)
}

/** The price of all items with a known price. */
export function getGoodsTotalFen(items: readonly HaulItem[]): number {
  return items.reduce((sum, { priceFen, quantity }) => sum + (priceFen ?? 0) * quantity, 0)
}
