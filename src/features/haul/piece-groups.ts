import type { HaulItem } from './haul.ts'
import type { Piece } from './packing.ts'

/** Pieces that every line treats in the same way, of any items. */
export type PieceGroup = { readonly piece: Piece; readonly count: number }

/** The number of pieces of each kind: the content of a parcel. */
export type PieceCounts = readonly number[]

/** The pieces of items with a known weight, by kind, in an order that does not depend on the order of the items. */
export function groupPieces(items: readonly HaulItem[]): PieceGroup[] {
  const groups = new Map<string, { piece: Piece; count: number }>()
  for (const { grams, sidesMm, category, quantity } of items) {
    if (grams === null || quantity < 1) continue
    const key = getPieceGroupKey({ grams, sidesMm, category })
    const group = groups.get(key)
    if (group) group.count += quantity
    else groups.set(key, { piece: { grams, sidesMm, category }, count: quantity })
  }
  return [...groups.entries()].sort(compareWeightThenKey).map(([, group]) => group)
}

/** What distinguishes pieces for a line; the order of sides does not matter. */
export function getPieceGroupKey({ grams, sidesMm, category }: Piece): string {
  const sides = sidesMm ? sidesMm.toSorted((left, right) => right - left).join('x') : ''
  return `${grams} ${sides} ${category ?? ''}`
}

function compareWeightThenKey(
  [leftKey, left]: [string, PieceGroup],
  [rightKey, right]: [string, PieceGroup],
): number {
  return right.piece.grams - left.piece.grams || (leftKey < rightKey ? -1 : 1)
}

export function countAllPieces(counts: PieceCounts): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
