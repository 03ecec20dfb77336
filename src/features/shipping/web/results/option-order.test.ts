import { describe, expect, test } from 'vitest'
import type { ShippingOption } from '#features/freight/option.ts'
import { estimateOption } from '#test/fixtures/freight-fixture.ts'
import { computeTotalPerKg, findBestOptions, hasTrait, sortOptions } from './option-order.ts'

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
const known = { isKindKnown: true }
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
    expect(findBestOptions([silent, ...lines], known)).toEqual({ cheapest: 'silent', fastest: 'courier' })
  })

  test('by name, then by id, where nothing else differs', () => {
    const alike = ['b', 'a'].map((id) => createOption({ id, total: 1, days: [1, 2], name: 'Same' }))
    for (const order of ['price', 'days', 'per-kg'] as const)
      expect(getIds(sortOptions(alike, order))).toEqual(['a', 'b'])
  })
})

test('the cheapest and the fastest line are named where there is a choice', () => {
  expect(findBestOptions(lines, known)).toEqual({ cheapest: 'post', fastest: 'courier' })
  expect(findBestOptions([rail], known)).toEqual({})
  expect(findBestOptions([], known)).toEqual({})
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

test('a line for named goods is not the cheapest of goods whose kind is not known', () => {
  const clothes = { ...createOption({ id: 'clothes', total: 99, days: [9, 25] }), takesNamedOnly: true }
  expect(findBestOptions([...lines, clothes], known).cheapest).toBe('clothes')
  expect(findBestOptions([...lines, clothes], { isKindKnown: false }).cheapest).toBe('post')
})
