import { describe, expect, test } from 'vitest'
import type { ShippingLine } from '#shared/freight/rate-card.ts'
import { estimateOption, toMillimeters } from '#test/fixtures/freight-fixture.ts'
import type { Parcel } from './parcel.ts'
import { describeChargedWeight } from './weight-note.ts'

describe('describeChargedWeight', () => {
  const max = { method: 'max', divisor: 5000 } as const
  const sidesMm = toMillimeters(34, 22, 12)
  test.each([
    [
      'volume',
      { volumetric: max },
      { grams: 1240, sidesMm },
      'Charged as 1,796 g. The size sets this price: 34 x 22 x 12 cm, divided by 5000.',
    ],
    [
      'scale',
      { volumetric: { ...max, divisor: 8000 } },
      { grams: 1240, sidesMm },
      "Charged as 1,240 g. Actual weight applies: by volume it's only 1,122 g.",
    ],
    [
      'rounding up',
      { volumetric: max, billing: { roundTo: 500 } },
      { grams: 1240, sidesMm },
      'Charged as 2,000 g. The size sets this price: 34 x 22 x 12 cm, divided by 5000, is 1,796 g. Weight is rounded up to the next 500 g.',
    ],
    [
      'a side below',
      { volumetric: { ...max, sideTrigger: { cm: 60 } } },
      { grams: 1240, sidesMm },
      'Charged as 1,240 g. Actual weight applies: no side reaches 60 cm.',
    ],
    [
      'a side up to',
      { volumetric: { ...max, sideTrigger: { cm: 60, inclusive: false } } },
      { grams: 1240, sidesMm: toMillimeters(60, 22, 12) },
      'Charged as 1,240 g. Actual weight applies: no side is longer than 60 cm.',
    ],
    [
      'no size',
      { volumetric: max },
      { grams: 1240, sidesMm: toMillimeters(34, 22) },
      'Charged as 1,240 g. Add the size to include volumetric weight.',
    ],
    [
      'no volume',
      {},
      { grams: 1240, sidesMm },
      'Charged as 1,240 g. This line charges actual weight, whatever the box size.',
    ],
    [
      'half',
      { volumetric: { ...max, method: 'half' } },
      { grams: 1240, sidesMm },
      'Charged as 1,518 g. The average applies: 1,240 g actual and 1,796 g volumetric.',
    ],
    [
      'raised',
      { weight: { min: 1000, belowMin: 'bump' } },
      { grams: 300 },
      "Charged as 1,000 g. This line charges actual weight, whatever the box size. It weighs 300 g; this line's minimum is 1,000 g.",
    ],
    [
      'minimum charge',
      { billing: { minCharge: 730 } },
      { grams: 300 },
      'Charged as 730 g. This line charges actual weight, whatever the box size. This line charges at least 730 g.',
    ],
    [
      'free weight',
      { volumetric: { ...max, freeUpTo: 20_000 } },
      { grams: 1240, sidesMm },
      "Charged as 1,240 g. Actual weight applies: by volume it's 1,796 g, and up to 20,000 g is free.",
    ],
    [
      'free excess',
      { volumetric: { ...max, freeExcess: 600 } },
      { grams: 1240, sidesMm },
      "Charged as 1,240 g. Actual weight applies: by volume it's 1,796 g, and up to 600 g above the actual weight is free.",
    ],
    [
      'free ratio',
      { volumetric: { ...max, freeRatio: 1.5 } },
      { grams: 1240, sidesMm },
      "Charged as 1,240 g. Actual weight applies: by volume it's 1,796 g, and up to 1.5 times the actual weight is free.",
    ],
  ] satisfies [
    string,
    Partial<ShippingLine>,
    Pick<Parcel, 'grams' | 'sidesMm'> | { grams: number },
    string,
  ][])('explains the charged weight: %s', (_case, line, parcel, text) => {
    const { feeDetail, reckoning: breakdown } = estimateOption(line, parcel)
    const { charged, because } = describeChargedWeight(feeDetail, breakdown, { sidesMm: [], ...parcel })
    expect(`${charged} ${because}`).toBe(text)
  })
})
