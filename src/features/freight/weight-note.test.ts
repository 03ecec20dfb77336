import { describe, expect, test } from 'vitest'
import { estimateOption, toMillimeters } from '#test/fixtures/freight-fixture.ts'
import type { Parcel } from './engine/estimate.ts'
import type { ShippingLine } from './rate-card.ts'
import { describeChargedWeight } from './weight-note.ts'

describe('the charged weight in words', () => {
  const max = { method: 'max', divisor: 5000 } as const
  const sidesMm = toMillimeters(34, 22, 12)
  test.each([
    [
      'volume',
      { volumetric: max },
      { grams: 1240, sidesMm },
      'Charged as 1,796 g. The box, not the scale, sets this price: 34 x 22 x 12 cm divided by 5000.',
    ],
    [
      'scale',
      { volumetric: { ...max, divisor: 8000 } },
      { grams: 1240, sidesMm },
      'Charged as 1,240 g. The scale counts here: the box is light for its size, 1,122 g by volume.',
    ],
    [
      'rounding up',
      { volumetric: max, billing: { roundTo: 500 } },
      { grams: 1240, sidesMm },
      'Charged as 2,000 g. The box, not the scale, sets this price: 34 x 22 x 12 cm divided by 5000 is 1,796 g. Weight is rounded up to full 500 g.',
    ],
    [
      'a side below',
      { volumetric: { ...max, sideTrigger: { cm: 60 } } },
      { grams: 1240, sidesMm },
      'Charged as 1,240 g. The scale counts here: no side reaches 60 cm, so volume is not counted.',
    ],
    [
      'a side up to',
      { volumetric: { ...max, sideTrigger: { cm: 60, inclusive: false } } },
      { grams: 1240, sidesMm: toMillimeters(60, 22, 12) },
      'Charged as 1,240 g. The scale counts here: no side is longer than 60 cm, so volume is not counted.',
    ],
    [
      'no size',
      { volumetric: max },
      { grams: 1240, sidesMm: toMillimeters(34, 22) },
      'Charged as 1,240 g. Size not given: volumetric weight not included.',
    ],
    [
      'no volume',
      {},
      { grams: 1240, sidesMm },
      'Charged as 1,240 g. Only the scale counts on this line, whatever the size of the box.',
    ],
    [
      'half',
      { volumetric: { ...max, method: 'half' } },
      { grams: 1240, sidesMm },
      'Charged as 1,518 g. The mean of both weights counts: 1,240 g on the scale and 1,796 g by volume.',
    ],
    [
      'raised',
      { weight: { min: 1000, belowMin: 'bump' } },
      { grams: 300 },
      'Charged as 1,000 g. Only the scale counts on this line, whatever the size of the box. It weighs 300 g and is raised to the least weight, 1,000 g.',
    ],
    [
      'least charge',
      { billing: { minCharge: 730 } },
      { grams: 300 },
      'Charged as 730 g. Only the scale counts on this line, whatever the size of the box. This line charges 730 g at least.',
    ],
    [
      'free weight',
      { volumetric: { ...max, freeUpTo: 20_000 } },
      { grams: 1240, sidesMm },
      'Charged as 1,240 g. The scale counts here: 1,796 g by volume, and up to 20,000 g of that are free.',
    ],
    [
      'free excess',
      { volumetric: { ...max, freeExcess: 600 } },
      { grams: 1240, sidesMm },
      'Charged as 1,240 g. The scale counts here: 1,796 g by volume, and up to 600 g above the scale are free.',
    ],
    [
      'free ratio',
      { volumetric: { ...max, freeRatio: 1.5 } },
      { grams: 1240, sidesMm },
      'Charged as 1,240 g. The scale counts here: 1,796 g by volume, and up to 1.5 times the scale is free.',
    ],
  ] satisfies [
    string,
    Partial<ShippingLine>,
    Pick<Parcel, 'grams' | 'sidesMm'> | { grams: number },
    string,
  ][])('%s', (_what, line, parcel, words) => {
    const { feeDetail, reckoning } = estimateOption(line, parcel)
    const { charged, because } = describeChargedWeight(feeDetail, reckoning, { sidesMm: [], ...parcel })
    expect(`${charged} ${because}`).toBe(words)
  })
})
