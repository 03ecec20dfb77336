import { describe, expect, test } from 'vitest'
import type { ShippingLine } from '#shared/freight/rate-card.ts'
import { quoteParcel, toMillimeters } from '#test/fixtures/freight-fixture.ts'
import type { Parcel } from '../parcel.ts'

describe('the weight that is charged', () => {
  const sidesMm = toMillimeters(40, 30, 20) // 24,000 cm³
  const max = { method: 'max', divisor: 6000 } as const
  test.each([
    ['volume', { volumetric: max }, { sidesMm }, 4000, 'volume'],
    ['volume rounded up to a gram', { volumetric: max }, { sidesMm: [401, 301, 201] }, 4044, 'volume'],
    ['the scale when equal', { volumetric: max }, { grams: 4000, sidesMm }, 4000, 'scale'],
    [
      'no volume with two sides',
      { volumetric: max },
      { sidesMm: toMillimeters(40, 30) },
      600,
      'size-unknown',
    ],
    ['no volume by rule', { volumetric: { method: 'none', divisor: 6000 } }, { sidesMm }, 600, 'actual-only'],
    ['half, rounded up', { volumetric: { ...max, method: 'half' } }, { grams: 601, sidesMm }, 2301, 'half'],
    [
      'a side that reaches',
      { volumetric: { ...max, sideTrigger: { cm: 40, inclusive: true } } },
      { sidesMm },
      4000,
      'volume',
    ],
    [
      'inclusive unless it says not',
      { volumetric: { ...max, sideTrigger: { cm: 40 } } },
      { sidesMm },
      4000,
      'volume',
    ],
    [
      'a side that must be longer',
      { volumetric: { ...max, sideTrigger: { cm: 40, inclusive: false } } },
      { sidesMm },
      600,
      'side-up-to',
    ],
    [
      'a side that does not reach',
      { volumetric: { ...max, sideTrigger: { cm: 40.1, inclusive: true } } },
      { sidesMm },
      600,
      'side-below',
    ],
    ['free up to its weight', { volumetric: { ...max, freeUpTo: 4000 } }, { sidesMm }, 600, 'free-weight'],
    ['not free above', { volumetric: { ...max, freeUpTo: 3999 } }, { sidesMm }, 4000, 'volume'],
    ['free excess', { volumetric: { ...max, freeExcess: 3400 } }, { sidesMm }, 600, 'free-excess'],
    ['too much excess', { volumetric: { ...max, freeExcess: 3399 } }, { sidesMm }, 4000, 'volume'],
    [
      'exactly the free ratio',
      { volumetric: { ...max, freeRatio: 1.6 } },
      { grams: 2500, sidesMm },
      2500,
      'free-ratio',
    ],
    [
      'a gram beyond the free ratio',
      { volumetric: { ...max, freeRatio: 1.6 } },
      { grams: 2499, sidesMm },
      4000,
      'volume',
    ],
    ['raised to the least', { weight: { min: 1000, belowMin: 'bump' } }, {}, 1000, 'actual-only'],
    [
      'volume against the raised weight',
      { weight: { min: 4000, belowMin: 'bump' }, volumetric: max },
      { sidesMm },
      4000,
      'scale',
    ],
    [
      'half with the raised weight',
      { weight: { min: 2000, belowMin: 'bump' }, volumetric: { ...max, method: 'half' } },
      { sidesMm },
      3000,
      'half',
    ],
    ['the least charge', { billing: { minCharge: 730 } }, {}, 730, 'actual-only'],
    ['the least charge, rounded up', { billing: { minCharge: 730, roundTo: 500 } }, {}, 1000, 'actual-only'],
    ['rounded up', { billing: { roundTo: 500 } }, { grams: 1001 }, 1500, 'actual-only'],
    ['a full step as it is', { billing: { roundTo: 500 } }, { grams: 1000 }, 1000, 'actual-only'],
  ] satisfies [string, Partial<ShippingLine>, Partial<Parcel>, number, string][])(
    '%s',
    (_what, line, parcel, grams, rule) => {
      expect(quoteParcel(line, parcel)).toMatchObject({
        reasons: [],
        chargeable: grams,
        computedWeight: { rule },
      })
    },
  )
})
