import { describe, expect, test } from 'vitest'
import type { ShippingOption, UnavailableReason } from '#features/freight/option.ts'
import { estimateOption } from '#test/fixtures/freight-fixture.ts'
import {
  computeTotalPerKg,
  findBestOptions,
  groupOptions,
  hasTrait,
  pickFirst,
  sortOptions,
} from './option-order.ts'

type TestOption = { id: string; total: number; days: [number, number]; charged?: number; name?: string }

function createOption({
  id,
  total,
  days: [min, max],
  charged = 1000,
  name = id,
}: TestOption): ShippingOption {
  const made = estimateOption({}, {})
  return {
    ...made,
    id,
    name,
    transit: { min, max },
    transitTime: `${min}-${max}`,
    feeDetail: { ...made.feeDetail, total, chargeableWeight: charged },
  }
}

const courier = createOption({ id: 'courier', total: 386.11, days: [5, 9], charged: 2000 })
const rail = createOption({ id: 'rail', total: 116.99, days: [20, 35], charged: 1240 })
const post = createOption({ id: 'post', total: 116.99, days: [9, 25], charged: 1240 })
const air = createOption({ id: 'air', total: 154, days: [9, 25], charged: 1496 })
const lines = [rail, air, courier, post]
const getIds = (options: ShippingOption[]) => options.map(({ id }) => id)

describe('the list is sorted', () => {
  test('by price, and by days where prices are equal', () => {
    expect(getIds(sortOptions(lines, 'price'))).toEqual(['post', 'rail', 'air', 'courier'])
  })

  test('by days, and by price where they are equal', () => {
    expect(getIds(sortOptions(lines, 'days'))).toEqual(['courier', 'post', 'air', 'rail'])
  })

  test('by the price of a charged kilogram', () => {
    expect(lines.map(computeTotalPerKg)).toEqual([94.35, 102.94, 193.06, 94.35])
    expect(getIds(sortOptions(lines, 'per-kg'))).toEqual(['post', 'rail', 'air', 'courier'])
    const heavy = createOption({ id: 'heavy', total: 200, days: [40, 60], charged: 5000 })
    expect(getIds(sortOptions([...lines, heavy], 'per-kg'))[0]).toBe('heavy')
  })

  test('with lines that name no days behind all others', () => {
    const silent = { ...createOption({ id: 'silent', total: 1, days: [0, 0] }), transitTime: '' }
    expect(getIds(sortOptions([silent, ...lines], 'days')).at(-1)).toBe('silent')
    expect(findBestOptions([silent, ...lines])).toEqual({ cheapest: 'silent', fastest: 'courier' })
  })

  test('by name, then by id, where nothing else differs', () => {
    const alike = ['b', 'a'].map((id) => createOption({ id, total: 1, days: [1, 2], name: 'Same' }))
    for (const order of ['price', 'days', 'per-kg'] as const)
      expect(getIds(sortOptions(alike, order))).toEqual(['a', 'b'])
  })
})

test('the cheapest and the fastest line are named where there is a choice', () => {
  expect(findBestOptions(lines)).toEqual({ cheapest: 'post', fastest: 'courier' })
  expect(findBestOptions([rail])).toEqual({})
  expect(findBestOptions([])).toEqual({})
})

describe('a line says what it takes', () => {
  const saying = (tags: string[], features = '') => ({ ...rail, tags, features })

  test('by its tags', () => {
    expect(hasTrait(saying(['rail', 'tax-included']), 'tax-included')).toBe(true)
    expect(hasTrait(saying(['courier']), 'tax-included')).toBe(false)
    expect(hasTrait(saying(['battery']), 'battery')).toBe(true)
    expect(hasTrait(saying(['sensitive']), 'battery')).toBe(true)
  })

  test.for([
    ['Slow and cheap for heavy parcels · batteries accepted', true],
    ['Postal clearance · CPF needed · built-in batteries accepted', true],
    ['Courier · no batteries · small liquids accepted', false],
    ['Special line · general goods', false],
  ] as const)('or by its features: %s', ([features, expected]) => {
    expect(hasTrait(saying([], features), 'battery')).toBe(expected)
  })
})

describe('the lines of an answer', () => {
  const clothes = { ...createOption({ id: 'clothes', total: 99, days: [9, 25] }), takesNamedOnly: true }
  const refuse = (id: string, reason: UnavailableReason): ShippingOption => ({
    ...createOption({ id, total: 1, days: [1, 2] }),
    available: false,
    unavailableReasons: [reason],
  })
  const options = [
    clothes,
    courier,
    rail,
    refuse('no-shoes', 'CATEGORY_NOT_ALLOWED'),
    refuse('too-heavy', 'ABOVE_MAX_WEIGHT'),
  ]
  const group = (isKindKnown: boolean) =>
    Object.entries(groupOptions(options, { isKindKnown })).map(([name, group]) => [name, ...getIds(group)])

  test('are sorted by price, with lines for named goods apart when the request has no category', () => {
    expect(group(false)).toEqual([
      ['fit', 'rail', 'courier'],
      ['someGoods', 'clothes'],
      ['wrongKind', 'no-shoes'],
      ['unavailable', 'too-heavy'],
    ])
  })

  test('are one list of those that take it once that is said', () => {
    expect(group(true).slice(0, 2)).toEqual([['fit', 'clothes', 'rail', 'courier'], ['someGoods']])
  })
})

describe('a short list', () => {
  const sorted = sortOptions(lines, 'price')

  test.each([
    [3, ['post', 'courier'], ['post', 'rail', 'courier']],
    [2, ['post', 'courier'], ['post', 'courier']],
    [3, ['post'], ['post', 'rail', 'air']],
    [9, [], ['post', 'rail', 'air', 'courier']],
  ])('of %i holds those with a badge, and the first others', (count, badged, ids) => {
    expect(getIds(pickFirst(sorted, count, badged))).toEqual(ids)
  })
})
