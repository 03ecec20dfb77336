import { describe, expect, test } from 'vitest'
import {
  appliedFilters,
  askedOf,
  draftOf,
  draftProblem,
  isRangeEmpty,
  popularAddress,
  popularSearchOf,
  searchOf,
  shownCards,
  storefrontLabel,
  withoutFilters,
  withoutFreight,
} from './filter.ts'

function read(search: string) {
  return popularSearchOf(new URLSearchParams(search))
}

describe('popularSearchOf', () => {
  test('reads the names of the API, in any case', () => {
    expect(
      read('minprice=20&MAXPRICE=40.5&storefront=1688&shipto=de&sort=landed&view=compact&page=3'),
    ).toEqual({
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
    ['Sort=landed'], // to where?
    ['Sort=price'],
    ['view=list'],
    ['page=0'],
    ['page=1'],
    ['page=100'],
    ['page=2.5'],
  ])('%s is as if it were not there', (search) => {
    expect(Object.values(read(search)).filter(Boolean)).toEqual([])
  })

  test.each([
    ['taobao', 'taobao'],
    ['Tmall', 'taobao'],
    ['WEIDIAN', 'weidian'],
    ['ali_1688', '1688'],
  ])('the storefront %s is %s', (given, storefront) => {
    expect(read(`Storefront=${given}`).Storefront).toBe(storefront)
  })
})

describe('popularAddress', () => {
  test('has no question mark without filters', () => {
    expect(popularAddress({})).toBe('/popular')
  })

  test('names what is set, in one order', () => {
    expect(popularAddress({ page: '2', Storefront: '1688', MinPrice: '5' })).toBe(
      '/popular?MinPrice=5&Storefront=1688&page=2',
    )
  })

  test('is read back as the same search', () => {
    const search = {
      MinPrice: '5',
      MaxPrice: '9.90',
      Storefront: 'weidian',
      ShipTo: 'DE',
      Sort: 'landed',
      view: 'compact',
      page: '4',
    } as const
    expect(read(popularAddress(search).split('?')[1] ?? '')).toEqual(search)
  })
})

test.each([
  ['20', '10', true],
  ['100', '20', true],
  ['9', '10', false],
  ['10', '10', false],
  ['10', undefined, false],
  [undefined, '10', false],
])('a range from %s to %s is empty: %s', (MinPrice, MaxPrice, isEmpty) => {
  expect(isRangeEmpty({ MinPrice, MaxPrice })).toBe(isEmpty)
})

test('each step shows 24 more cards', () => {
  expect([undefined, '2', '3'].map((page) => shownCards({ page }))).toEqual([24, 48, 72])
})

describe('appliedFilters', () => {
  test('lists what filters, in the order of the form', () => {
    const applied = appliedFilters({ Storefront: '1688', MaxPrice: '400', view: 'compact', page: '2' })
    expect(applied.map(({ label, value }) => `${label} ${value}`)).toEqual([
      'Max Price ¥400',
      'Storefront 1688',
    ])
  })

  test('drops one, keeps the others and the density, and starts from the first step', () => {
    const [first] = appliedFilters({ Storefront: '1688', MaxPrice: '400', view: 'compact', page: '2' })
    expect(popularAddress(first?.without ?? {})).toBe('/popular?Storefront=1688&view=compact')
  })

  test('knows nothing of freight, which filters nothing', () => {
    const search = { MaxPrice: '400', ShipTo: 'DE', Sort: 'landed', page: '2' } as const
    expect(appliedFilters(search).map(({ name }) => name)).toEqual(['MaxPrice'])
    expect(popularAddress(appliedFilters(search)[0]?.without ?? {})).toBe('/popular?ShipTo=DE&Sort=landed')
    expect(popularAddress(withoutFilters(search))).toBe('/popular?ShipTo=DE&Sort=landed')
    expect(popularAddress(withoutFreight(search))).toBe('/popular?MaxPrice=400')
  })

  test('is empty without filters', () => {
    expect(appliedFilters({ view: 'compact', page: '2' })).toEqual([])
  })
})

test.each([
  ['taobao', 'Taobao'],
  ['weidian', 'Weidian'],
  ['1688', '1688'],
  [undefined, 'All'],
])('the storefront %s is called %s', (storefront, label) => {
  expect(storefrontLabel(storefront)).toBe(label)
})

describe('draftProblem', () => {
  test.each([
    [{ MinPrice: '', MaxPrice: '' }],
    [{ MinPrice: '10', MaxPrice: '' }],
    [{ MinPrice: ' 10.5 ', MaxPrice: '10.50' }],
  ])('%j has none', (prices) => {
    expect(draftProblem({ ...prices, Storefront: '' })).toBeUndefined()
  })

  test('a range upside down is said beside Max Price', () => {
    expect(draftProblem({ MinPrice: '30', MaxPrice: '20', Storefront: '' })).toEqual({
      field: 'MaxPrice',
      message: 'Max Price is below Min Price.',
    })
  })

  test.each([
    [{ MinPrice: '-3', MaxPrice: '' }, 'MinPrice'],
    [{ MinPrice: '', MaxPrice: '1e3' }, 'MaxPrice'],
    [{ MinPrice: '1.234', MaxPrice: '5' }, 'MinPrice'],
  ])('%j is no amount, said beside %s', (prices, field) => {
    expect(draftProblem({ ...prices, Storefront: '' })).toEqual({
      field,
      message: 'Enter an amount of yuan, like 20 or 20.50.',
    })
  })
})

test('a draft becomes a search without its spaces and empty fields, at the first step', () => {
  const draft = { MinPrice: ' 5 ', MaxPrice: '', Storefront: 'weidian' }
  const shown = { MaxPrice: '90', ShipTo: 'DE', Sort: 'landed', view: 'compact', page: '3' } as const
  expect(searchOf(draft, shown)).toEqual({
    MinPrice: '5',
    MaxPrice: undefined,
    Storefront: 'weidian',
    ShipTo: 'DE',
    Sort: 'landed',
    view: 'compact',
  })
})

test('what is asked is neither how much nor how dense', () => {
  const search = { MinPrice: '5', ShipTo: 'DE', Sort: 'landed', view: 'compact', page: '3' } as const
  expect(askedOf(search)).toEqual({ MinPrice: '5', ShipTo: 'DE', Sort: 'landed' })
})

test('a search fills the form', () => {
  expect(draftOf({ MaxPrice: '400', page: '2' })).toEqual({ MinPrice: '', MaxPrice: '400', Storefront: '' })
})
