import type { Parcel } from '#features/freight/parcel.ts'
import type { DimensionsMm } from './haul.ts'

/** One piece as it counts for shipping. */
export type Piece = {
  readonly grams: number
  readonly sidesMm: DimensionsMm | null
  readonly category: string | null
}
export type PieceStacks = readonly { readonly piece: Piece; readonly count: number }[]

/** The packed weight of pieces, in whole grams, rounded up. `packing` is a whole percent. */
export function computePackedGrams(grams: number, packing: number): number {
  return Math.ceil((grams * (100 + packing)) / 100)
}

/**
 * The parcel that pieces make together. A single piece travels in its own packing, as it is listed. The box of
 * several is unknown, so its size is estimated: no side is shorter than that of any piece (longest with longest,
 * and so on), and it holds the volume of all pieces with the packing. Where the pieces' own sides leave too
 * little room, the shortest side grows first, then two together, then all three, in whole millimetres. A piece
 * without a size adds none: the box is then the least it can be, so that one more piece never makes it smaller.
 */
export function packPieces(pile: PieceStacks, packing: number): Parcel {
  const categories = new Set<string>()
  let [bare, pieces] = [0, 0]
  for (const { piece, count } of pile) {
    bare += piece.grams * count
    pieces += count
    if (piece.category !== null) categories.add(piece.category)
  }
  const added = pieces > 1 ? packing : 0
  return {
    grams: computePackedGrams(bare, added),
    sidesMm: computeBox(pile, added),
    categories: [...categories],
  }
}

/** Longest side first; empty when no piece has a size. */
function computeBox(pile: PieceStacks, packing: number): readonly number[] {
  const least: [number, number, number] = [0, 0, 0]
  let volume = 0
  for (const { piece, count } of pile) {
    if (piece.sidesMm === null) continue
    const [a, b, c] = sortSides(piece.sidesMm)
    least[0] = Math.max(least[0], a)
    least[1] = Math.max(least[1], b)
    least[2] = Math.max(least[2], c)
    volume += a * b * c * count
  }
  if (volume === 0) return []
  return raiseSides(least, Math.ceil((volume * (100 + packing)) / 100))
}

function sortSides([x, y, z]: DimensionsMm): DimensionsMm {
  const [longest, shortest] = [Math.max(x, y, z), Math.min(x, y, z)]
  return [longest, x + y + z - longest - shortest, shortest]
}

/** Raises every side to the lowest common level that gives the volume. */
function raiseSides([a, b, c]: DimensionsMm, volume: number): DimensionsMm {
  let [low, high] = [c, Math.max(a, Math.ceil(Math.cbrt(volume)) + 1)]
  while (low < high) {
    const level = Math.floor((low + high) / 2)
    if (Math.max(a, level) * Math.max(b, level) * Math.max(c, level) >= volume) high = level
    else low = level + 1
  }
  return [Math.max(a, low), Math.max(b, low), Math.max(c, low)]
}
