import { describe, expect, test } from 'vitest'
import type { ShippingLine } from '#shared/freight/rate-card.ts'
import { quoteParcel, toMillimeters } from '#test/fixtures/freight-fixture.ts'
import type { Parcel } from '../parcel.ts'

describe('the chargeable weight', () => {
  const sidesMm = toMillimeters(40, 30, 20) // 24,000 cm³
  const max = { method: 'max', divisor: 6000 } as const
  test.each([
    ['volume', { volumetric: max }, { sidesMm }, 4000, 'volume'],
    ['volume rounded up to a gram', { volumetric: max }, { sidesMm: [401, 301, 201] }, 4044, 'volume'],
    ['actual weight when both are equal', { volumetric: max }, { grams: 4000, sidesMm }, 4000, 'scale'],
    [
      'actual weight with two sides only',
      { volumetric: max },
      { sidesMm: toMillimeters(40, 30) },
      600,
      'size-unknown',
    ],
    [
      'actual weight when the line ignores volume',
      { volumetric: { method: 'none', divisor: 6000 } },
      { sidesMm },
      600,
      'actual-only',
    ],
    [
      'the average, rounded up',
      { volumetric: { ...max, method: 'half' } },
      { grams: 601, sidesMm },
      2301,
      'half',
    ],
    [
      'volume with a side as long as the trigger',
      { volumetric: { ...max, sideTrigger: { cm: 40, inclusive: true } } },
      { sidesMm },
      4000,
      'volume',
    ],
    [
      'a trigger is inclusive by default',
      { volumetric: { ...max, sideTrigger: { cm: 40 } } },
      { sidesMm },
      4000,
      'volume',
    ],
    [
      'actual weight with a side as long as an exclusive trigger',
      { volumetric: { ...max, sideTrigger: { cm: 40, inclusive: false } } },
      { sidesMm },
      600,
      'side-up-to',
    ],
    [
      'actual weight with a side shorter than the trigger',
      { volumetric: { ...max, sideTrigger: { cm: 40.1, inclusive: true } } },
      { sidesMm },
      600,
      'side-below',
    ],
    [
      'actual weight at the free volumetric weight',
      { volumetric: { ...max, freeUpTo: 4000 } },
      { sidesMm },
      600,
      'free-weight',
    ],
    [
      'volume above the free volumetric weight',
      { volumetric: { ...max, freeUpTo: 3999 } },
      { sidesMm },
      4000,
      'volume',
    ],
    [
      'actual weight at the free excess',
      { volumetric: { ...max, freeExcess: 3400 } },
      { sidesMm },
      600,
      'free-excess',
    ],
    [
      'volume above the free excess',
      { volumetric: { ...max, freeExcess: 3399 } },
      { sidesMm },
      4000,
      'volume',
    ],
    [
      'actual weight at the free ratio',
      { volumetric: { ...max, freeRatio: 1.6 } },
      { grams: 2500, sidesMm },
      2500,
      'free-ratio',
    ],
    [
      'volume a gram above the free ratio',
      { volumetric: { ...max, freeRatio: 1.6 } },
      { grams: 2499, sidesMm },
      4000,
      'volume',
    ],
    ['raised to the minimum weight', { weight: { min: 1000, belowMin: 'bump' } }, {}, 1000, 'actual-only'],
    [
      'volume compared with the raised weight',
      { weight: { min: 4000, belowMin: 'bump' }, volumetric: max },
      { sidesMm },
      4000,
      'scale',
    ],
    [
      'the average with the raised weight',
      { weight: { min: 2000, belowMin: 'bump' }, volumetric: { ...max, method: 'half' } },
      { sidesMm },
      3000,
      'half',
    ],
    ['the minimum charge', { billing: { minCharge: 730 } }, {}, 730, 'actual-only'],
    [
      'the minimum charge, rounded up',
      { billing: { minCharge: 730, roundTo: 500 } },
      {},
      1000,
      'actual-only',
    ],
    ['rounded up to the next step', { billing: { roundTo: 500 } }, { grams: 1001 }, 1500, 'actual-only'],
    ['a whole step without rounding', { billing: { roundTo: 500 } }, { grams: 1000 }, 1000, 'actual-only'],
  ] satisfies [string, Partial<ShippingLine>, Partial<Parcel>, number, string][])(
    'computes the chargeable weight: %s',
    (_case, line, parcel, grams, rule) => {
      expect(quoteParcel(line, parcel)).toMatchObject({
        reasons: [],
        chargeableGrams: grams,
        computedWeight: { rule },
      })
    },
  )
})
