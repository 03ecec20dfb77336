import { expect, test } from 'vitest'
import { estimateOption, tier, toMillimeters } from '#test/fixtures/freight-fixture.ts'
import categories from './built-in/categories.json' with { type: 'json' }
import type { Parcel } from './engine/estimate.ts'
import type { CategoryRule, ShippingLine, Tier } from './rate-card.ts'
import { formatUnavailableReasons } from './unavailable-messages.ts'

function formatReasons(line: Partial<ShippingLine> & { tiers?: Tier[] }, parcel: Partial<Parcel>): string[] {
  const asked = { grams: 2500, sidesMm: [], ...parcel }
  return formatUnavailableReasons(estimateOption(line, asked), asked, categories)
}

const volumetric = { method: 'max', divisor: 5000 } as const

test.each([
  [{ weight: { max: 2000 } }, {}, 'Takes parcels up to 2,000 g; this one has 2,500 g.'],
  [{ weight: { min: 3000 } }, {}, 'Takes parcels from 3,000 g; this one has 2,500 g.'],
  [{ dimensions: { maxSide: 60 } }, { sidesMm: [610] }, 'Takes sides up to 60 cm; the longest has 61 cm.'],
  [
    { dimensions: { maxSum: 90 } },
    { sidesMm: [300, 300, 305] },
    'Length, width and height may add up to 90 cm; here they make 90.5 cm.',
  ],
  [
    { dimensions: { maxSum: 90 } },
    { sidesMm: toMillimeters(60, 40) },
    'Length, width and height may add up to 90 cm; here they make 100 cm already.',
  ],
  [
    { dimensions: { maxGirth: 270 } },
    { sidesMm: toMillimeters(50, 150, 20) },
    'Length and twice width and height may make 270 cm; here they make 290 cm.',
  ],
  [
    { dimensions: { box: [40, 60, 35] } },
    { sidesMm: toMillimeters(36, 40, 60) },
    'Takes boxes up to 60 x 40 x 35 cm; this one has 36 x 40 x 60 cm.',
  ],
  [{ tiers: [{ ...tier, upTo: 2000 }] }, {}, 'Has prices up to 2,000 g; this parcel is charged as 2,500 g.'],
  [
    { tiers: [{ ...tier, upTo: 30_000 }], volumetric },
    { sidesMm: toMillimeters(100, 100, 100) },
    'Has prices up to 30,000 g; this parcel is charged as 200,000 g.',
  ],
  [
    { tiers: [{ ...tier, feeFirst: 9e9, feeContinue: 9e9, weightContinue: 1 }] },
    { grams: 1_000_000 },
    'Has no price for 1,000,000 g.',
  ],
] satisfies [Partial<ShippingLine> & { tiers?: Tier[] }, Partial<Parcel>, string][])(
  '%j, %j',
  (line, parcel, words) => {
    expect(formatReasons(line, parcel)).toEqual([words])
  },
)

test.each([
  [
    { default: 'deny', allow: ['1'] },
    ['202'],
    'Takes Clothing only; Shoes/Sneakers (with shoe box) is blocked.',
  ],
  [
    { default: 'deny', allow: ['1'] },
    ['202', '204', '101', '404'],
    'Takes Clothing only; Shoes/Sneakers (with shoe box), Shoes/Boots and Jewelry, Watches & Eyewear/Quartz watches (button cell) are blocked.',
  ],
  [
    { default: 'deny', allow: ['1', '201', '203'] },
    ['202'],
    'Takes Clothing, Shoes/Sneakers (no box) and Shoes/Leather & dress shoes only; Shoes/Sneakers (with shoe box) is blocked.',
  ],
  [{ block: ['#bulky'] }, ['204'], 'Shoes/Boots is blocked.'],
  [{ default: 'deny' }, ['204'], 'Shoes/Boots is blocked.'],
] satisfies [CategoryRule, string[], string][])('categories %j, %j', (rule, asked, words) => {
  expect(formatReasons({ categories: rule }, { categories: asked })).toEqual([words])
})

test('several reasons keep their order; an available line has none', () => {
  const line: Partial<ShippingLine> = { weight: { max: 2000 }, dimensions: { maxSide: 60 } }
  expect(formatReasons(line, { sidesMm: [700] })).toEqual([
    'Takes parcels up to 2,000 g; this one has 2,500 g.',
    'Takes sides up to 60 cm; the longest has 70 cm.',
  ])
  expect(formatReasons(line, { grams: 2000, sidesMm: [600] })).toEqual([])
})
