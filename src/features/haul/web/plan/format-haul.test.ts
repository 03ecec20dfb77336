import { describe, expect, test } from 'vitest'
import type { Parcel } from '#features/freight/parcel.ts'
import { capitalize } from '#shared/format/capitalize.ts'
import type { Haul } from '../../haul.ts'
import { parseSidesMm } from '../list/haul-item.ts'
import { computeDrawingScale, createBoxDrawing } from './box-drawing.ts'
import { describeFreeWeight, formatAddedCost } from './describe-plan.ts'
import {
  describeContents,
  formatFreightLabel,
  formatNetWeight,
  formatParcelCount,
  formatParcelWeight,
  formatPieceCount,
  formatShippingLabel,
  formatSidesMm,
  formatSmallCount,
} from './format-haul.ts'

const yuan = { code: 'CNY', name: 'yuan', symbol: '¥', digits: 2 }
const parcel = (sidesMm: number[]): Parcel => ({ grams: 100, sidesMm, categories: [] })

describe('the texts of a haul', () => {
  test.each([
    [1, 'one', 'one parcel', '1 piece'],
    [3, 'three', 'three parcels', '3 pieces'],
    [13, '13', '13 parcels', '13 pieces'],
  ])('name %i parcels and pieces', (count, word, parcels, pieces) => {
    expect([formatSmallCount(count), formatParcelCount(count), formatPieceCount(count)]).toEqual([
      word,
      parcels,
      pieces,
    ])
  })

  test.each([
    [3883, 4, 8, '3,883 g with packing'],
    [3595, 4, 0, '3,595 g'],
    [680, 1, 8, '680 g in its own packing'],
  ])('name what a parcel of %i g with %i pieces and %i %% packing weighs', (grams, pieces, percent, text) => {
    expect(formatParcelWeight(grams, pieces, percent)).toBe(text)
  })

  test('name freight alone differently from shipping with fees', () => {
    expect(formatShippingLabel([])).not.toBe(formatFreightLabel([]))
    expect(formatFreightLabel([])).toBe('Base shipping, no parcels')
  })

  test('describe the content of a parcel', () => {
    const item = {
      grams: 1,
      sidesMm: null,
      category: null,
      quantity: 9,
      priceFen: null,
      offer: null,
      sku: null,
      variant: '',
      picture: '',
    }
    const haul: Haul = {
      destination: 'DE',
      packingPercent: 8,
      withinDays: null,
      items: [
        { ...item, id: 4, name: 'Sweater' },
        { ...item, id: 7, name: 'T-shirt' },
      ],
    }
    const pieces = [
      { item: 4, count: 1 },
      { item: 7, count: 3 },
    ]
    expect(describeContents(pieces, haul)).toBe('Sweater, 3 x T-shirt')
    expect(capitalize('three parcels')).toBe('Three parcels')
    expect(formatNetWeight([{ ...item, id: 4, name: 'Sweater', grams: 690 }])).toBe('6,210 g net')
  })

  test('have the sign of an added cost', () => {
    expect([formatAddedCost(1465, yuan), formatAddedCost(0, yuan), formatAddedCost(-310, yuan)]).toEqual([
      '+ ¥14.65',
      '+ ¥0.00',
      '− ¥3.10',
    ])
  })

  test.each([
    [
      { grams: 331, maxGrams: 4500, isVolume: false },
      'One parcel can take 331 g more at no extra cost (up to 4,500 g).',
    ],
    [
      { grams: 1200, maxGrams: 6000, isVolume: true },
      'One parcel can take 1,200 g of volume more at no extra cost (up to 6,000 g).',
    ],
    [{ grams: 0, maxGrams: 500, isVolume: false }, 'One parcel is right at a price step (500 g).'],
  ])('describe the free weight %j', (free, text) => {
    // Only `free` of the option is used.
    const single = { parcel: parcel([]), option: {}, free } as unknown as Parameters<
      typeof describeFreeWeight
    >[0]
    expect(describeFreeWeight(single)).toBe(text)
  })
})

test.each([
  ['34 x 22 x 12', [340, 220, 120]],
  ['34×22×12.05', [340, 220, 121]],
  ['34x22', null],
  ['34,5 x 22 x 12', [345, 220, 120]],
  ['30,5х20х10 cm', [305, 200, 100]],
  ['1001 x 2 x 2', null],
  ['0 x 2 x 2', null],
  ['', null],
])('parseSidesMm reads the size %j as %j mm', (text, sides) => {
  expect(parseSidesMm(text)).toEqual(sides)
})

describe('the drawing of a box', () => {
  test('is twice as wide for a box twice as long', () => {
    const [small, large] = [
      createBoxDrawing(parcel([200, 100, 50]), 1),
      createBoxDrawing(parcel([400, 200, 100]), 1),
    ]
    expect(large.width - 2).toBe(2 * (small.width - 2))
    expect(large.height - 2).toBe(2 * (small.height - 2))
  })

  test('fits the page with the scale of the largest box', () => {
    const parcels = [parcel([2000, 1500, 1000]), parcel([100, 100, 100])]
    const scale = computeDrawingScale(parcels)
    for (const one of parcels) expect(createBoxDrawing(one, scale).width).toBeLessThanOrEqual(303)
    expect(computeDrawingScale([parcel([300, 200, 100])])).toBe(1)
  })

  test('has a label only when the tape does not cover it', () => {
    expect(createBoxDrawing(parcel([520, 400, 320]), 1).label).toBeDefined()
    expect(createBoxDrawing(parcel([120, 100, 30]), 1).label).toBeUndefined()
  })

  test('exists for a parcel without a size too', () => {
    expect(createBoxDrawing(parcel([]), 1).width).toBeGreaterThan(100)
    expect(formatSidesMm([340, 220, 125])).toBe('34 x 22 x 12.5')
  })
})
