import type { Parcel } from '#features/freight/parcel.ts'
import type { DimensionsMm } from './haul.ts'

/** The properties of one piece that matter for shipping. */
export type Piece = {
  readonly grams: number
  readonly sidesMm: DimensionsMm | null
  readonly category: string | null
}
export type PieceStacks = readonly { readonly piece: Piece; readonly count: number }[]

/** The packed weight of pieces, in whole grams, rounded up. `packingPercent` is an integer. */
export function computePackedGrams(grams: number, packingPercent: number): number {
  return Math.ceil((grams * (100 + packingPercent)) / 100)
}

/**
 * The parcel that pieces make together. A single piece is sent in its own packing, as listed. The box of several is
 * estimated: each side is at least that of every piece (longest with longest, and so on), and the box holds the
 * volume of all pieces plus packing. When the sides of the pieces leave too little room, the shortest side grows
 * first, then two together, then all three, in whole millimeters. A piece without a size adds no volume: the box is
 * then a minimum, and one more piece never makes it smaller.
 */
export function packPieces(stacks: PieceStacks, packingPercent: number): Parcel {
  const categories = new Set<string>()
  let [netGrams, pieces] = [0, 0]
  for (const { piece, count } of stacks) {
    netGrams += piece.grams * count
    pieces += count
    if (piece.category !== null) categories.add(piece.category)
  }
  const addedPercent = pieces > 1 ? packingPercent : 0
  return {
    grams: computePackedGrams(netGrams, addedPercent),
    sidesMm: computeBox(stacks, addedPercent),
    categories: [...categories],
  }
}

/** Longest side first; empty when no piece has a size. */
function computeBox(stacks: PieceStacks, packingPercent: number): readonly number[] {
  const minSides: [number, number, number] = [0, 0, 0]
  let volumeMm3 = 0
  for (const { piece, count } of stacks) {
    if (piece.sidesMm === null) continue
    const [a, b, c] = sortSides(piece.sidesMm)
    minSides[0] = Math.max(minSides[0], a)
    minSides[1] = Math.max(minSides[1], b)
    minSides[2] = Math.max(minSides[2], c)
    volumeMm3 += a * b * c * count
  }
  if (volumeMm3 === 0) return []
  return raiseSides(minSides, Math.ceil((volumeMm3 * (100 + packingPercent)) / 100))
}

function sortSides([x, y, z]: DimensionsMm): DimensionsMm {
  const [longest, shortest] = [Math.max(x, y, z), Math.min(x, y, z)]
  return [longest, x + y + z - longest - shortest, shortest]
}

/** Raises shorter sides to a common minimum length so that the box has the volume. */
function raiseSides([a, b, c]: DimensionsMm, volumeMm3: number): DimensionsMm {
  let [low, high] = [c, Math.max(a, Math.ceil(Math.cbrt(volumeMm3)) + 1)]
  while (low < high) {
    const level = Math.floor((low + high) / 2)
    if (Math.max(a, level) * Math.max(b, level) * Math.max(c, level) >= volumeMm3) high = level
    else low = level + 1
  }
  return [Math.max(a, low), Math.max(b, low), Math.max(c, low)]
}
