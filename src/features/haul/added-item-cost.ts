import type { DimensionsMm } from './haul.ts'
import type { Piece } from './packing.ts'

/** Items that shoppers often add, with estimated warehouse weights and sizes. */
export const sampleItems = [
  { name: 'T-shirt', grams: 250, sidesMm: [300, 240, 30], category: '101' },
  { name: 'Wallet', grams: 160, sidesMm: [120, 100, 30], category: '304' },
  { name: 'Sneakers with box', grams: 1240, sidesMm: [340, 220, 120], category: '202' },
] as const satisfies readonly (Piece & { name: string; sidesMm: DimensionsMm })[]

/**
 * The added costs in smallest units; null when the item cannot be shipped, negative when it makes the parcel cheaper.
 */
export type AddedItemCost = { name: string; grams: number; single: number | null; split: number | null }
