import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DimensionsMm } from './haul.ts'
import { computePackedGrams, type PieceStacks, packPieces } from './packing.ts'

const sides = fc.tuple(
  fc.integer({ min: 1, max: 2000 }),
  fc.integer({ min: 1, max: 2000 }),
  fc.integer({ min: 1, max: 2000 }),
)
const stacks = fc.array(
  fc.record({
    piece: fc.record({
      grams: fc.integer({ min: 1, max: 30_000 }),
      sidesMm: sides,
      category: fc.constant('101'),
    }),
    count: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 1, maxLength: 6 },
)
const percents = fc.integer({ min: 0, max: 50 })

function createPiece(
  grams: number,
  sidesMm: DimensionsMm | null,
  category: string | null = null,
  count = 1,
): PieceStacks[number] {
  return { piece: { grams, sidesMm, category }, count }
}

function isSingle(pieces: PieceStacks): boolean {
  return pieces.length === 1 && pieces[0]?.count === 1
}

function computeVolume(sidesMm: readonly number[]): number {
  return sidesMm.reduce((product, side) => product * side, 1)
}

describe('packPieces', () => {
  test.each([
    [3860, 8, 4169], // 4168.8
    [1240, 0, 1240],
    [100, 50, 150],
    [1, 8, 2],
    [250, 10, 275],
  ])('packs %i g with %i %% packing to %i g', (netGrams, percent, packed) => {
    expect(computePackedGrams(netGrams, percent)).toBe(packed)
  })

  test('returns a single piece as listed, its longest side first, for any packing', () => {
    const alone = { grams: 300, sidesMm: [400, 280, 200], categories: [] }
    for (const percent of [0, 8, 50]) {
      expect(packPieces([createPiece(300, [200, 400, 280])], percent)).toEqual(alone)
    }
    expect(packPieces([createPiece(300, [200, 400, 280], null, 2)], 8).grams).toBe(648)
  })

  test('grows the shortest side first, then two sides, then all', () => {
    expect(packPieces([createPiece(300, [400, 280, 100], null, 2)], 8).sidesMm).toEqual([400, 280, 216])
    expect(packPieces([createPiece(300, [400, 200, 200], null, 2)], 0).sidesMm).toEqual([400, 283, 283])
    expect(packPieces([createPiece(300, [100, 100, 100], null, 8)], 0).sidesMm).toEqual([200, 200, 200])
  })

  test('returns a box at least as large as the pieces with a known size', () => {
    const [measured, unmeasured] = [createPiece(300, [400, 280, 200], null, 2), createPiece(20, null)]
    expect(packPieces([measured, unmeasured], 8)).toEqual({
      grams: 670,
      sidesMm: packPieces([measured], 8).sidesMm,
      categories: [],
    })
  })

  test('returns no size when no piece has one', () => {
    expect(packPieces([createPiece(300, null), createPiece(20, null)], 8).sidesMm).toEqual([])
  })

  test('returns each category once', () => {
    const categories = ['202', '101', null, '202'].map((category) => createPiece(1, null, category))
    expect(packPieces(categories, 0).categories).toEqual(['202', '101'])
  })

  test('returns the smallest box that holds the volume and is at least as long as every piece on each side', () => {
    fc.assert(
      fc.property(stacks, percents, (pieces, percent) => {
        const { sidesMm } = packPieces(pieces, percent)
        const needed = pieces.reduce((sum, { piece, count }) => sum + computeVolume(piece.sidesMm) * count, 0)
        const filled = needed * (100 + (isSingle(pieces) ? 0 : percent))
        expect(computeVolume(sidesMm) * 100).toBeGreaterThanOrEqual(filled)
        const minSides = [0, 1, 2].map((index) =>
          Math.max(...pieces.map(({ piece }) => piece.sidesMm.toSorted((a, b) => b - a)[index] ?? 0)),
        )
        for (const [index, side] of sidesMm.entries())
          expect(side).toBeGreaterThanOrEqual(minSides[index] ?? 0)
        const level = sidesMm[2] ?? 0
        const smaller = sidesMm.map((side, index) =>
          Math.max(minSides[index] ?? 0, Math.min(side, level - 1)),
        )
        if (level > (minSides[2] ?? 0)) expect(computeVolume(smaller) * 100).toBeLessThan(filled)
      }),
    )
  })

  test('returns no lighter and no smaller parcel with more packing', () => {
    fc.assert(
      fc.property(stacks, percents, percents, (pieces, first, second) => {
        const [less, more] = [Math.min(first, second), Math.max(first, second)]
        const [small, large] = [packPieces(pieces, less), packPieces(pieces, more)]
        expect(large.grams).toBeGreaterThanOrEqual(small.grams)
        for (const [index, side] of large.sidesMm.entries())
          expect(side).toBeGreaterThanOrEqual(small.sidesMm[index] ?? 0)
      }),
    )
  })

  test('returns the same parcel for any order of the pieces', () => {
    fc.assert(
      fc.property(stacks, percents, (pieces, percent) => {
        expect(packPieces(pieces.toReversed(), percent)).toEqual(packPieces(pieces, percent))
      }),
    )
  })
})
