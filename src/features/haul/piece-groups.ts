import type { HaulItem } from './haul.ts'
import type { Piece } from './packing.ts'

/** Pieces that are the same to every line, whatever their names. */
export type PieceGroup = { readonly piece: Piece; readonly count: number }

/** How many pieces of each kind: the content of a parcel. */
export type PieceCounts = readonly number[]

/** The pieces of items with a known weight, by kind; in an order that does not depend on the order of the items. */
export function groupPieces(items: readonly HaulItem[]): PieceGroup[] {
  const kinds = new Map<string, { piece: Piece; count: number }>()
  for (const { grams, sidesMm, category, quantity } of items) {
    if (grams === null || quantity < 1) continue
    const key = getPieceGroupKey({ grams, sidesMm, category })
    const known = kinds.get(key)
    if (known) known.count += quantity
    else kinds.set(key, { piece: { grams, sidesMm, category }, count: quantity })
  }
  return [...kinds.entries()].sort(compareWeightThenKey).map(([, kind]) => kind)
}

/** What distinguishes pieces to a line; the order of sides does not. */
export function getPieceGroupKey({ grams, sidesMm, category }: Piece): string {
  const sides = sidesMm ? sidesMm.toSorted((one, other) => other - one).join('x') : ''
  return `${grams} ${sides} ${category ?? ''}`
}

function compareWeightThenKey(
  [oneKey, one]: [string, PieceGroup],
  [otherKey, other]: [string, PieceGroup],
): number {
  return other.piece.grams - one.piece.grams || (oneKey < otherKey ? -1 : 1)
}

export function countAllPieces(counts: PieceCounts): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
