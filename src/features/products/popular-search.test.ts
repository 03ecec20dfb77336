import { describe, expect, test } from 'vitest'
import { countShownCards, getListFilters, getPopularPath, parsePopularSearch } from './popular-search.ts'

function parseSearch(search: string) {
  return parsePopularSearch(new URLSearchParams(search))
}

describe('parsePopularSearch', () => {
  test('parses parameter names in any case', () => {
    expect(
      parseSearch(
        'trending=true&minprice=20&MAXPRICE=40.5&storefront=1688&shipto=de&sort=landed&view=compact&page=3',
      ),
    ).toEqual({
      Trending: 'true',
      MinPrice: '20',
      MaxPrice: '40.5',
      Storefront: '1688',
      ShipTo: 'DE',
      Sort: 'landed',
      view: 'compact',
      page: '3',
    })
  })

  test.each([
    ['Trending=All'],
    ['Trending=1'],
    ['MinPrice=abc'],
    ['MinPrice=-1'],
    ['MinPrice=1e9'],
    ['MinPrice=1,5'],
    ['MinPrice=12345678'],
    ['MaxPrice='],
    ['Storefront=All'],
    ['Storefront=amazon'],
    ['ShipTo='],
    ['ShipTo=Germany'],
    ['ShipTo=D1'],
    ['Sort=landed'], // without a country
    ['Sort=price'],
    ['view=list'],
    ['page=0'],
    ['page=1'],
    ['page=100'],
    ['page=2.5'],
  ])('ignores %s', (search) => {
    expect(Object.values(parseSearch(search)).filter(Boolean)).toEqual([])
  })

  test.each([
    ['taobao', 'taobao'],
    ['Tmall', 'taobao'],
    ['WEIDIAN', 'weidian'],
    ['ali_1688', '1688'],
  ])('parses the storefront %s as %s', (text, storefront) => {
    expect(parseSearch(`Storefront=${text}`).Storefront).toBe(storefront)
  })
})

describe('getPopularPath', () => {
  test('has no question mark without filters', () => {
    expect(getPopularPath({})).toBe('/popular')
  })

  test('contains the set filters in a fixed order', () => {
    expect(getPopularPath({ page: '2', Storefront: '1688', MinPrice: '5' })).toBe(
      '/popular?MinPrice=5&Storefront=1688&page=2',
    )
  })

  test('parses to the same search', () => {
    const search = {
      Trending: 'true',
      MinPrice: '5',
      MaxPrice: '9.90',
      Storefront: 'weidian',
      ShipTo: 'DE',
      Sort: 'landed',
      view: 'compact',
      page: '4',
    } as const
    expect(parseSearch(getPopularPath(search).split('?')[1] ?? '')).toEqual(search)
  })
})

test('each step shows 24 more cards', () => {
  expect([undefined, '2', '3', '99'].map((page) => countShownCards({ page }))).toEqual([24, 48, 72, 720])
})

test('returns the list filters without page and view', () => {
  const search = {
    Trending: 'true',
    MinPrice: '5',
    ShipTo: 'DE',
    Sort: 'landed',
    view: 'compact',
    page: '3',
  } as const
  expect(getListFilters(search)).toEqual({ Trending: 'true', MinPrice: '5', ShipTo: 'DE', Sort: 'landed' })
})
