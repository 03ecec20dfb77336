import { describe, expect, test } from 'vitest'
import {
  clearFilters,
  getAppliedFilters,
  getStorefrontLabel,
  isRangeEmpty,
  toFilterDraft,
  toPopularSearch,
  validateFilterDraft,
} from './filter.ts'
import { clearDestination, getPopularPath } from './popular-search.ts'

test.each([
  ['20', '10', true],
  ['100', '20', true],
  ['9', '10', false],
  ['10', '10', false],
  ['10', undefined, false],
  [undefined, '10', false],
])('returns whether the range from %s to %s is empty: %s', (MinPrice, MaxPrice, isEmpty) => {
  expect(isRangeEmpty({ MinPrice, MaxPrice })).toBe(isEmpty)
})

describe('getAppliedFilters', () => {
  test('lists the applied filters in the order of the form', () => {
    const search = {
      Storefront: '1688',
      MaxPrice: '400',
      Trending: 'true',
      view: 'compact',
      page: '2',
    } as const
    const applied = getAppliedFilters(search)
    expect(applied.map(({ label, value }) => `${label} ${value}`)).toEqual([
      'Trending yes',
      'Max Price ¥400',
      'Storefront 1688',
    ])
  })

  test('removes one filter, keeps the others and the view, and starts at the first step', () => {
    const [first] = getAppliedFilters({ Storefront: '1688', MaxPrice: '400', view: 'compact', page: '2' })
    expect(getPopularPath(first?.without ?? {})).toBe('/popular?Storefront=1688&view=compact')
  })

  test('does not list destination and order, which are no filters', () => {
    const search = { MaxPrice: '400', ShipTo: 'DE', Sort: 'landed', page: '2' } as const
    expect(getAppliedFilters(search).map(({ name }) => name)).toEqual(['MaxPrice'])
    expect(getPopularPath(getAppliedFilters(search)[0]?.without ?? {})).toBe('/popular?ShipTo=DE&Sort=landed')
    expect(getPopularPath(clearFilters(search))).toBe('/popular?ShipTo=DE&Sort=landed')
    expect(getPopularPath(clearDestination(search))).toBe('/popular?MaxPrice=400')
  })

  test('is empty without filters', () => {
    expect(getAppliedFilters({ view: 'compact', page: '2' })).toEqual([])
  })
})

test.each([
  ['taobao', 'Taobao'],
  ['weidian', 'Weidian'],
  ['1688', '1688'],
  [undefined, 'All'],
])('labels the storefront %s as %s', (storefront, label) => {
  expect(getStorefrontLabel(storefront)).toBe(label)
})

describe('validateFilterDraft', () => {
  test.each([
    [{ MinPrice: '', MaxPrice: '' }],
    [{ MinPrice: '10', MaxPrice: '' }],
    [{ MinPrice: ' 10.5 ', MaxPrice: '10.50' }],
  ])('returns no error for %j', (prices) => {
    expect(validateFilterDraft({ ...prices, Storefront: '' })).toBeUndefined()
  })

  test('returns an error beside Max Price for an empty range', () => {
    expect(validateFilterDraft({ MinPrice: '30', MaxPrice: '20', Storefront: '' })).toEqual({
      field: 'MaxPrice',
      message: 'Max Price is below Min Price.',
    })
  })

  test.each([
    [{ MinPrice: '-3', MaxPrice: '' }, 'MinPrice'],
    [{ MinPrice: '', MaxPrice: '1e3' }, 'MaxPrice'],
    [{ MinPrice: '1.234', MaxPrice: '5' }, 'MinPrice'],
  ])('returns an error for the invalid amount in %j beside %s', (prices, field) => {
    expect(validateFilterDraft({ ...prices, Storefront: '' })).toEqual({
      field,
      message: 'Enter an amount of yuan, like 20 or 20.50.',
    })
  })
})

test('converts a draft to a search without spaces and empty fields, at the first step', () => {
  const draft = { Trending: 'false', MinPrice: ' 5 ', MaxPrice: '', Storefront: 'weidian' } as const
  const current = { MaxPrice: '90', ShipTo: 'DE', Sort: 'landed', view: 'compact', page: '3' } as const
  expect(toPopularSearch(draft, current)).toEqual({
    Trending: 'false',
    MinPrice: '5',
    MaxPrice: undefined,
    Storefront: 'weidian',
    ShipTo: 'DE',
    Sort: 'landed',
    view: 'compact',
  })
})

test('converts a search to the values of the form', () => {
  expect(toFilterDraft({ Trending: 'true', MaxPrice: '400', page: '2' })).toEqual({
    Trending: 'true',
    MinPrice: '',
    MaxPrice: '400',
    Storefront: '',
  })
})
