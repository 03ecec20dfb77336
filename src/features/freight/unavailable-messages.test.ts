import { expect, test } from 'vitest'
import type { CategoryRule, ShippingLine, Tier } from '#shared/freight/rate-card.ts'
import { estimateOption, tier, toMillimeters } from '#test/fixtures/freight-fixture.ts'
import categories from './built-in/categories.json' with { type: 'json' }
import type { Parcel } from './parcel.ts'
import { formatUnavailableReasons } from './unavailable-messages.ts'

function formatReasons(line: Partial<ShippingLine> & { tiers?: Tier[] }, parcel: Partial<Parcel>): string[] {
  const requested = { grams: 2500, sidesMm: [], ...parcel }
  return formatUnavailableReasons(estimateOption(line, requested), requested, categories)
}

const volumetric = { method: 'max', divisor: 5000 } as const

test.each([
  [{ weight: { max: 2000 } }, {}, 'Up to 2,000 g; your parcel weighs 2,500 g.'],
  [{ weight: { min: 3000 } }, {}, 'From 3,000 g; your parcel weighs 2,500 g.'],
  [{ dimensions: { maxSide: 60 } }, { sidesMm: [610] }, 'Longest side up to 60 cm; yours is 61 cm.'],
  [
    { dimensions: { maxSum: 90 } },
    { sidesMm: [300, 300, 305] },
    'Length + width + height up to 90 cm; yours is 90.5 cm.',
  ],
  [
    { dimensions: { maxSum: 90 } },
    { sidesMm: toMillimeters(60, 40) },
    'Length + width + height up to 90 cm; yours is already 100 cm.',
  ],
  [
    { dimensions: { maxGirth: 270 } },
    { sidesMm: toMillimeters(50, 150, 20) },
    'Length + 2 x (width + height) up to 270 cm; yours is 290 cm.',
  ],
  [
    { dimensions: { box: [40, 60, 35] } },
    { sidesMm: toMillimeters(36, 40, 60) },
    'Boxes up to 60 x 40 x 35 cm; yours is 36 x 40 x 60 cm.',
  ],
  [{ tiers: [{ ...tier, upTo: 2000 }] }, {}, 'Prices go up to 2,000 g; yours is charged as 2,500 g.'],
  [
    { tiers: [{ ...tier, upTo: 30_000 }], volumetric },
    { sidesMm: toMillimeters(100, 100, 100) },
    'Prices go up to 30,000 g; yours is charged as 200,000 g.',
  ],
  [
    { tiers: [{ ...tier, feeFirst: 9e9, feeContinue: 9e9, weightContinue: 1 }] },
    { grams: 1_000_000 },
    'No price listed for 1,000,000 g.',
  ],
] satisfies [Partial<ShippingLine> & { tiers?: Tier[] }, Partial<Parcel>, string][])(
  'explains why a line with %j does not take the parcel %j',
  (line, parcel, text) => {
    expect(formatReasons(line, parcel)).toEqual([text])
  },
)

test.each([
  [
    { default: 'deny', allow: ['1'] },
    ['202'],
    'Accepts only Clothing; Shoes/Sneakers (with shoe box) not accepted.',
  ],
  [
    { default: 'deny', allow: ['1'] },
    ['202', '204', '101', '404'],
    'Accepts only Clothing; Shoes/Sneakers (with shoe box), Shoes/Boots and Jewelry, Watches & Eyewear/Quartz watches (button cell) not accepted.',
  ],
  [
    { default: 'deny', allow: ['1', '201', '203'] },
    ['202'],
    'Accepts only Clothing, Shoes/Sneakers (no box) and Shoes/Leather & dress shoes; Shoes/Sneakers (with shoe box) not accepted.',
  ],
  [{ block: ['#bulky'] }, ['204'], 'Shoes/Boots not accepted.'],
  [{ default: 'deny' }, ['204'], 'Shoes/Boots not accepted.'],
] satisfies [CategoryRule, string[], string][])(
  'explains why a line with the categories %j does not take %j',
  (rule, requested, text) => {
    expect(formatReasons({ categories: rule }, { categories: requested })).toEqual([text])
  },
)

test('lists several reasons in a fixed order, and none for an available line', () => {
  const line: Partial<ShippingLine> = { weight: { max: 2000 }, dimensions: { maxSide: 60 } }
  expect(formatReasons(line, { sidesMm: [700] })).toEqual([
    'Up to 2,000 g; your parcel weighs 2,500 g.',
    'Longest side up to 60 cm; yours is 70 cm.',
  ])
  expect(formatReasons(line, { grams: 2000, sidesMm: [600] })).toEqual([])
})
