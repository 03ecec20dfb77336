import { describe, expect, test } from 'vitest'
import type { Tier } from '#shared/freight/rate-card.ts'
import { quoteParcel, tier } from '#test/fixtures/freight-fixture.ts'

const perKg: Tier = {
  upTo: null,
  mode: 'prorata',
  weightFirst: 0,
  feeFirst: 0,
  weightContinue: 1000,
  feeContinue: 1,
}

describe('limits of tiers', () => {
  const tiers: Tier[] = [
    { ...tier, upTo: 500, feeFirst: 50 },
    { ...tier, upTo: 1000, feeFirst: 90 },
  ]
  const ladder: Tier = {
    upTo: null,
    mode: 'ladder',
    weightFirst: 500,
    feeFirst: 100,
    segments: [
      { upTo: 2000, weightContinue: 500, feeContinue: 30 },
      { upTo: 5000, weightContinue: 1000, feeContinue: 40 },
      { upTo: null, weightContinue: 1000, feeContinue: 25 },
    ],
  }
  test.each([
    ['the first gram', [tier], 1, 0, 10_000],
    ['exactly the first weight', [tier], 500, 0, 10_000],
    ['a gram above the first weight', [tier], 501, 1, 11_000],
    ['exactly a step', [tier], 1000, 1, 11_000],
    ['a gram above a step', [tier], 1001, 2, 12_000],
    ['the upper limit of a tier', tiers, 500, 0, 5000],
    ['a gram above the upper limit', tiers, 501, 1, 10_000],
    ['the end of the table', tiers, 1000, 1, 10_000],
    ['the first weight of a ladder', [ladder], 500, 0, 10_000],
    ['a step of a ladder', [ladder], 501, 1, 13_000],
    ['the end of a segment', [ladder], 2000, 3, 19_000],
    ['a gram above the end of a segment', [ladder], 2001, 4, 23_000],
    ['a step shortened by the end of its segment', [ladder], 5000, 6, 31_000],
    ['the last segment', [ladder], 5001, 7, 33_500],
    ['half a fen', [perKg], 5, 1, 1],
    ['less than half a fen', [perKg], 4, 1, 0],
  ] as const)('computes the freight of %s', (_case, rows, grams, steps, fen) => {
    expect(quoteParcel({ tiers: [...rows] }, { grams })).toMatchObject({ steps, parts: { freight: fen } })
  })

  test('a weight above the table is a reason, unless the parcel is above the maximum weight anyway', () => {
    expect(quoteParcel({ tiers }, { grams: 1001 })).toMatchObject({
      reasons: ['ABOVE_RATE_TABLE'],
      tier: null,
      parts: null,
      chargeableGrams: 1001,
    })
    expect(quoteParcel({ tiers, weight: { max: 1000 } }, { grams: 1001 }).reasons).toEqual([
      'ABOVE_MAX_WEIGHT',
    ])
  })

  test('an amount too large for exact arithmetic counts as above the table', () => {
    const huge: Tier = { ...tier, feeFirst: 9_000_000_000, feeContinue: 9_000_000_000, weightContinue: 1 }
    expect(quoteParcel({ tiers: [huge] }, { grams: 1_000_000 })).toMatchObject({
      reasons: ['ABOVE_RATE_TABLE'],
      tier: null,
      parts: null,
    })
    expect(quoteParcel({ tiers: [huge] }, { grams: 1500 }).parts?.freight).toBe(900_900_000_000_000)
    expect(quoteParcel({ tiers: [huge] }, { grams: 1700 }).reasons).toEqual(['ABOVE_RATE_TABLE'])
  })

  test('further weight is free when the tier has no price for it', () => {
    const flat: Tier = { mode: 'step', weightFirst: 500, feeFirst: 92 }
    expect(quoteParcel({ tiers: [flat] }, { grams: 900 })).toMatchObject({
      steps: 0,
      parts: { freight: 9200 },
    })
  })
})
