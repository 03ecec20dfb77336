import { describe, expect, test } from 'vitest'
import type { CategoryRule, RateCard, ShippingLine } from '#shared/freight/rate-card.ts'
import { createTestCard, tier } from '#test/fixtures/freight-fixture.ts'
import categories from '../built-in/categories.json' with { type: 'json' }
import { compileCard } from './compile-card.ts'
import { getLinesForCountry } from './estimate.ts'

function compileFirstLine(card: RateCard, country = 'DE') {
  const [line] = getLinesForCountry(compileCard(card, categories), country)
  if (line === undefined) throw new Error(`no line to ${country}`)
  return line
}

describe('compileCard', () => {
  test('merges fees field by field: card, then line, then row', () => {
    const card: RateCard = {
      ...createTestCard({
        fees: { fuelPercent: 12, customs: { flat: 1, perKg: 2 }, serviceFee: { flat: 4 } },
        rates: [
          {
            countries: ['DE'],
            tiers: [tier],
            fees: { customs: { flat: 9 }, serviceFee: { percent: 3 }, minFreight: null },
          },
        ],
      }),
      agentFees: { operationFee: 15, serviceFee: { flat: 10, percent: 1 }, minFreight: 40 },
    }
    expect(compileFirstLine(card).fees).toMatchObject({
      fuelPercent: 12,
      customsFlat: 9_000_000,
      customsPerKg: 2_000_000,
      operationFen: 1500,
      serviceFlat: 4_000_000,
      serviceRate: 30_000,
      minFreightFen: 0,
    })
  })

  test('merges weight limits field by field; the volumetric rule and transit of a row replace those of the line', () => {
    const card = createTestCard({
      weight: { min: 500, max: 30_000, belowMin: 'bump' },
      transit: { min: 1, max: 2 },
      volumetric: { method: 'max', divisor: 6000, sideTrigger: { cm: 60 } },
      rates: [
        {
          countries: ['DE'],
          tiers: [tier],
          weight: { max: 5500 },
          transit: { min: 8, max: 9 },
          volumetric: { method: 'half', divisor: 8000 },
        },
        { countries: ['FR', 'DE'], tiers: [tier] },
      ],
    })
    expect(compileFirstLine(card)).toMatchObject({
      minWeight: 500,
      maxWeight: 5500,
      raisesWeight: true,
      transitTime: '8-9',
      volume: { usesAverage: true, divisor: 8000, minSideMm: 0, trigger: null },
      restrictions: {
        volumeWeightRule: 'L x W x H / 8000, the average of actual and volumetric weight applies',
      },
    })
    expect(compileFirstLine(card, 'FR')).toMatchObject({
      maxWeight: 30_000,
      transitTime: '1-2',
      volume: { minSideMm: 600 },
    })
  })

  test('uses the first row of a line for a country and leaves out inactive lines', () => {
    const rates: ShippingLine['rates'] = [
      { countries: ['FR'], tiers: [tier] },
      { countries: ['DE'], tiers: [tier], note: 'first' },
      { countries: ['DE', 'US'], tiers: [tier], note: 'second' },
    ]
    const compiled = compileCard(
      createTestCard({ id: 'off', active: false }, { id: 'on', rates }),
      categories,
    )
    expect(getLinesForCountry(compiled, 'DE').map(({ id, note }) => [id, note])).toEqual([['on', 'first']])
    expect(getLinesForCountry(compiled, 'US').map(({ note }) => note)).toEqual(['second'])
    expect([...compiled.linesByCountry.keys()]).toEqual(['FR', 'DE', 'US'])
  })
})

describe('categories', () => {
  // 202 'Sneakers (with shoe box)' is bulky and of group 2; 404 has a built-in battery and is of group 4.
  test.each([
    ['no rule', {}, '202', true],
    ['denied unless allowed', { default: 'deny' }, '202', false],
    ['the group allowed', { default: 'deny', allow: ['2'] }, '202', true],
    [
      'a flag blocked in an allowed group',
      { default: 'deny', allow: ['2'], block: ['#bulky'] },
      '202',
      false,
    ],
    ['a flag allowed in a blocked group', { allow: ['#bulky'], block: ['2'] }, '202', true],
    ['a child allowed with a blocked flag', { allow: ['202'], block: ['#bulky', '2'] }, '202', true],
    ['a child blocked in an allowed group', { allow: ['2', '#bulky'], block: ['202'] }, '202', false],
    ['block before allow on a child', { allow: ['202'], block: ['202'] }, '202', false],
    ['block before allow on a flag', { allow: ['#bulky'], block: ['#bulky'] }, '202', false],
    ['block before allow on a group', { allow: ['2'], block: ['2'] }, '202', false],
    ['a block of other goods', { block: ['#liquid', '1', '101'] }, '202', true],
    ['one of two flags blocked', { allow: ['#battery-builtin'], block: ['#magnet'] }, '503', false],
  ] satisfies [string, CategoryRule, string, boolean][])(
    'decides whether a line carries a category: %s',
    (_case, rule, child, permitted) => {
      expect(compileFirstLine(createTestCard({ categories: rule })).permitted.has(child)).toBe(permitted)
    },
  )

  test('lists the names of permitted and blocked categories by the same decision', () => {
    const line = compileFirstLine(
      createTestCard({ categories: { default: 'deny', allow: ['2'], block: ['#bulky'] } }),
    )
    expect(line.restrictions.categoryRestrictions.find(({ name }) => name === 'Shoes')).toEqual({
      name: 'Shoes',
      allowList: ['Sneakers (no box)', 'Leather & dress shoes', 'Sandals & slippers'],
      blockList: ['Sneakers (with shoe box)', 'Boots'],
    })
    const names = line.restrictions.categoryRestrictions.flatMap(({ allowList }) => allowList)
    expect(names).toHaveLength(line.permitted.size)
  })
})

describe('texts', () => {
  test.each([
    [undefined, 'Actual weight only'],
    [{ method: 'none', divisor: 5000 }, 'Actual weight only'],
    [{ method: 'max', divisor: 5000 }, 'L x W x H / 5000, the higher weight applies'],
    [
      { method: 'max', divisor: 6000, sideTrigger: { cm: 60, inclusive: true } },
      'L x W x H / 6000, the higher weight applies, only with a side of at least 60 cm',
    ],
    [
      { method: 'max', divisor: 7000, sideTrigger: { cm: 60, inclusive: false } },
      'L x W x H / 7000, the higher weight applies, only with a side of more than 60 cm',
    ],
    [
      { method: 'half', divisor: 6000, freeUpTo: 20_000, freeExcess: 20_000, freeRatio: 1.5 },
      'L x W x H / 6000, the average of actual and volumetric weight applies, not up to 20,000 g of volumetric weight, not up to 20,000 g above the actual weight, not up to 1.5 times the actual weight',
    ],
  ] satisfies [ShippingLine['volumetric'], string][])(
    'describes the volumetric rule %j',
    (volumetric, text) => {
      const line = volumetric === undefined ? {} : { volumetric }
      expect(compileFirstLine(createTestCard(line)).restrictions.volumeWeightRule).toBe(text)
    },
  )

  test.each([
    [{}, ''],
    [{ maxSide: 60, text: 'Longest side 60' }, 'Longest side 60'],
    [{ maxSide: 60.5, maxSum: 90 }, 'Longest side <= 60.5 cm, length + width + height <= 90 cm'],
    [{ box: [40, 60, 35], maxGirth: 270 }, '60 x 40 x 35 cm, length + 2 x (width + height) <= 270 cm'],
  ])('describes the size limits %j', (dimensions, text) => {
    expect(compileFirstLine(createTestCard({ dimensions })).restrictions.dimensionRestriction).toBe(text)
  })
})

describe('invalid figures', () => {
  test.each([
    ['seven decimals of money', { tiers: [{ ...tier, feeFirst: 1.000_000_1 }] }],
    ['a negative price', { tiers: [{ ...tier, feeContinue: -1 }] }],
    ['five decimals of a percent', { fees: { fuelPercent: 1.000_01 } }],
    ['a negative fee', { fees: { customs: { flat: -1 } } }],
    ['a negative size', { dimensions: { maxSide: -1 } }],
    ['a price too large for exact arithmetic', { tiers: [{ ...tier, feeFirst: 1e10 }] }],
  ])('throws an error with the id of the line for %s', (_case, line) => {
    expect(() => compileCard(createTestCard(line), categories)).toThrow(/^Line line-0: /)
  })
})
