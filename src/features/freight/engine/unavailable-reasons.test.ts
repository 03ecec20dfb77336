import { describe, expect, test } from 'vitest'
import type { ShippingLine, Tier } from '#shared/freight/rate-card.ts'
import { quoteParcel, tier, toMillimeters } from '#test/fixtures/freight-fixture.ts'

describe('limits', () => {
  test.each([
    ['the minimum weight', { weight: { min: 500 } }, { grams: 500 }, []],
    ['below the minimum weight', { weight: { min: 500 } }, { grams: 499 }, ['BELOW_MIN_WEIGHT']],
    ['the maximum weight', { weight: { max: 600 } }, { grams: 600 }, []],
    ['above the maximum weight', { weight: { max: 600 } }, { grams: 601 }, ['ABOVE_MAX_WEIGHT']],
    ['the longest side', { dimensions: { maxSide: 60 } }, { sidesMm: toMillimeters(10, 60) }, []],
    ['a longer side', { dimensions: { maxSide: 60 } }, { sidesMm: [100, 601] }, ['SIDE_TOO_LONG']],
    ['one side beyond the sum', { dimensions: { maxSum: 90 } }, { sidesMm: [901] }, ['SUM_TOO_LARGE']],
    ['the sum', { dimensions: { maxSum: 90 } }, { sidesMm: toMillimeters(30, 30, 30) }, []],
    [
      'a millimeter above the sum',
      { dimensions: { maxSum: 90 } },
      { sidesMm: [301, 300, 300] },
      ['SUM_TOO_LARGE'],
    ],
    ['the girth', { dimensions: { maxGirth: 270 } }, { sidesMm: toMillimeters(40, 150, 20) }, []],
    [
      'a girth too large',
      { dimensions: { maxGirth: 270 } },
      { sidesMm: [401, 1500, 200] },
      ['GIRTH_TOO_LARGE'],
    ],
    ['a girth of two sides', { dimensions: { maxGirth: 100 } }, { sidesMm: toMillimeters(90, 90) }, []],
    [
      'a box in another order of sides',
      { dimensions: { box: [40, 60, 35] } },
      { sidesMm: toMillimeters(35, 40, 60) },
      [],
    ],
    [
      'a box too low',
      { dimensions: { box: [60, 40, 35] } },
      { sidesMm: toMillimeters(36, 40, 60) },
      ['BOX_TOO_LARGE'],
    ],
    ['a box of two sides', { dimensions: { box: [10, 10, 10] } }, { sidesMm: toMillimeters(36, 40) }, []],
    ['a limit of 117.9 cm', { dimensions: { maxSide: 117.9 } }, { sidesMm: [1179] }, []],
    [
      'a millimeter above a limit of 117.9 cm',
      { dimensions: { maxSide: 117.9 } },
      { sidesMm: [1180] },
      ['SIDE_TOO_LONG'],
    ],
  ])('compares a parcel with the limits of a line: %s', (_case, line, parcel, reasons) => {
    expect(quoteParcel(line, parcel).reasons).toEqual(reasons)
  })

  test('returns all reasons in a fixed order', () => {
    const line: Partial<ShippingLine> = {
      weight: { min: 700 },
      dimensions: { maxSide: 1, maxSum: 1, maxGirth: 1, box: [1, 1, 1] },
      categories: { default: 'deny' },
    }
    const shortTable: Tier[] = [{ ...tier, upTo: 10 }]
    expect(
      quoteParcel({ ...line, tiers: shortTable }, { sidesMm: toMillimeters(2, 2, 2), categories: ['101'] })
        .reasons,
    ).toEqual([
      'BELOW_MIN_WEIGHT',
      'SIDE_TOO_LONG',
      'SUM_TOO_LARGE',
      'GIRTH_TOO_LARGE',
      'BOX_TOO_LARGE',
      'CATEGORY_NOT_ALLOWED',
      'ABOVE_RATE_TABLE',
    ])
  })

  test('compares the rate table with the chargeable weight and the limit with the actual weight', () => {
    const line: Partial<ShippingLine> = {
      weight: { max: 1000 },
      volumetric: { method: 'max', divisor: 5000 },
    }
    const sidesMm = toMillimeters(50, 40, 30)
    expect(quoteParcel(line, { grams: 1000, sidesMm })).toMatchObject({
      reasons: [],
      chargeableGrams: 12_000,
    })
    expect(
      quoteParcel({ ...line, tiers: [{ ...tier, upTo: 11_999 }] }, { grams: 1000, sidesMm }).reasons,
    ).toEqual(['ABOVE_RATE_TABLE'])
  })
})
