import { describe, expect, test } from 'vitest'
import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import { builtInCard } from '#features/freight/built-in-card.ts'
import { findCheapestOption } from '#features/freight/engine/cheapest-option.ts'
import { compileCard } from '#features/freight/engine/compile-card.ts'
import { estimateShipment } from '#features/freight/engine/estimate.ts'
import type { ShippingOption, UnavailableReason } from '#features/freight/option.ts'
import { estimateOption } from '#test/fixtures/freight-fixture.ts'
import {
  computeTotalPerKg,
  findBestOptions,
  findCheapestListed,
  groupOptions,
  hasTrait,
  pickFirst,
  sortOptions,
} from './option-order.ts'

type TestOption = { id: string; total: number; days: [number, number]; chargedGrams?: number; name?: string }

function createOption({
  id,
  total,
  days: [min, max],
  chargedGrams = 1000,
  name = id,
}: TestOption): ShippingOption {
  const option = estimateOption({}, {})
  return {
    ...option,
    id,
    name,
    transit: { min, max },
    transitTime: `${min}-${max}`,
    feeDetail: { ...option.feeDetail, total, chargeableWeight: chargedGrams },
  }
}

const courier = createOption({ id: 'courier', total: 386.11, days: [5, 9], chargedGrams: 2000 })
const rail = createOption({ id: 'rail', total: 116.99, days: [20, 35], chargedGrams: 1240 })
const post = createOption({ id: 'post', total: 116.99, days: [9, 25], chargedGrams: 1240 })
const air = createOption({ id: 'air', total: 154, days: [9, 25], chargedGrams: 1496 })
const lines = [rail, air, courier, post]
const getIds = (options: ShippingOption[]) => options.map(({ id }) => id)

describe('sortOptions', () => {
  test('sorts by price, and by days when prices are equal', () => {
    expect(getIds(sortOptions(lines, 'price'))).toEqual(['post', 'rail', 'air', 'courier'])
  })

  test('sorts by days, and by price when days are equal', () => {
    expect(getIds(sortOptions(lines, 'days'))).toEqual(['courier', 'post', 'air', 'rail'])
  })

  test('sorts by the price per charged kilogram', () => {
    expect(lines.map(computeTotalPerKg)).toEqual([94.35, 102.94, 193.06, 94.35])
    expect(getIds(sortOptions(lines, 'per-kg'))).toEqual(['post', 'rail', 'air', 'courier'])
    const heavy = createOption({ id: 'heavy', total: 200, days: [40, 60], chargedGrams: 5000 })
    expect(getIds(sortOptions([...lines, heavy], 'per-kg'))[0]).toBe('heavy')
  })

  test('sorts lines without times last', () => {
    const withoutTimes = { ...createOption({ id: 'withoutTimes', total: 1, days: [0, 0] }), transitTime: '' }
    expect(getIds(sortOptions([withoutTimes, ...lines], 'days')).at(-1)).toBe('withoutTimes')
    expect(findBestOptions([withoutTimes, ...lines])).toEqual({
      cheapest: 'withoutTimes',
      fastest: 'courier',
    })
  })

  test('sorts by name, then by id, when everything else is equal', () => {
    const equalOptions = ['b', 'a'].map((id) => createOption({ id, total: 1, days: [1, 2], name: 'Same' }))
    for (const order of ['price', 'days', 'per-kg'] as const)
      expect(getIds(sortOptions(equalOptions, order))).toEqual(['a', 'b'])
  })
})

test('finds the cheapest and the fastest of two or more lines', () => {
  expect(findBestOptions(lines)).toEqual({ cheapest: 'post', fastest: 'courier' })
  expect(findBestOptions([rail])).toEqual({})
  expect(findBestOptions([])).toEqual({})
})

test('the cheapest line of a list is the one that every price with shipping is of, to every country', () => {
  const compiled = compileCard(builtInCard, categories, 2026)
  for (const destination of compiled.linesByCountry.keys())
    for (const grams of [120, 860, 1900, 4760]) {
      const options = estimateShipment(compiled, { destination, grams, sidesMm: [], categories: ['101'] })
      const { fit } = groupOptions(options, { hasCategory: true })
      expect(findCheapestListed(fit)?.id, destination).toBe(findCheapestOption(options)?.id)
    }
})

describe('hasTrait', () => {
  const createWithTraits = (tags: string[], features = '') => ({ ...rail, tags, features })

  test('finds a trait in the tags', () => {
    expect(hasTrait(createWithTraits(['rail', 'tax-included']), 'tax-included')).toBe(true)
    expect(hasTrait(createWithTraits(['courier']), 'tax-included')).toBe(false)
    expect(hasTrait(createWithTraits(['battery']), 'battery')).toBe(true)
    expect(hasTrait(createWithTraits(['sensitive']), 'battery')).toBe(true)
  })

  test.for([
    ['Slow and cheap for heavy parcels · batteries accepted', true],
    ['Postal clearance · CPF needed · built-in batteries accepted', true],
    ['Courier · no batteries · small liquids accepted', false],
    ['Special line · general goods', false],
  ] as const)('finds the battery trait in the features: %s', ([features, expected]) => {
    expect(hasTrait(createWithTraits([], features), 'battery')).toBe(expected)
  })
})

describe('groupOptions', () => {
  const clothes = { ...createOption({ id: 'clothes', total: 99, days: [9, 25] }), takesNamedOnly: true }
  const createUnavailable = (id: string, reason: UnavailableReason): ShippingOption => ({
    ...createOption({ id, total: 1, days: [1, 2] }),
    available: false,
    unavailableReasons: [reason],
  })
  const options = [
    clothes,
    courier,
    rail,
    createUnavailable('no-shoes', 'CATEGORY_NOT_ALLOWED'),
    createUnavailable('too-heavy', 'ABOVE_MAX_WEIGHT'),
  ]
  const group = (hasCategory: boolean) =>
    Object.entries(groupOptions(options, { hasCategory })).map(([name, group]) => [name, ...getIds(group)])

  test('sorts by price, with lines for named goods in their own group when the request has no category', () => {
    expect(group(false)).toEqual([
      ['fit', 'rail', 'courier'],
      ['someGoods', 'clothes'],
      ['wrongGoods', 'no-shoes'],
      ['unavailable', 'too-heavy'],
    ])
  })

  test('lists all lines that take the parcel in one group when the request has a category', () => {
    expect(group(true).slice(0, 2)).toEqual([['fit', 'clothes', 'rail', 'courier'], ['someGoods']])
  })
})

describe('pickFirst', () => {
  const sorted = sortOptions(lines, 'price')

  test.each([
    [3, ['post', 'courier'], ['post', 'rail', 'courier']],
    [2, ['post', 'courier'], ['post', 'courier']],
    [3, ['post'], ['post', 'rail', 'air']],
    [9, [], ['post', 'rail', 'air', 'courier']],
  ])('returns %i lines: those with a badge and the first others', (count, badgeIds, ids) => {
    expect(getIds(pickFirst(sorted, count, badgeIds))).toEqual(ids)
  })
})
