import { describe, expect, test } from 'vitest'
import { filterProducts, getManageProductsPath, parseManageSearch } from './manage-search.ts'

const parseSearch = (search: string) => parseManageSearch(new URLSearchParams(search))
const noFilter = { text: '', trending: 'All', edit: '' } as const

describe('parseManageSearch', () => {
  test.each([
    ['', noFilter],
    ['?Trending=true', { ...noFilter, trending: 'true' }],
    ['?Trending=false', { ...noFilter, trending: 'false' }],
    ['?Trending=All', noFilter],
    ['?Trending=yes', noFilter],
    ['?search=%20cap%20', { ...noFilter, text: 'cap' }],
    ['?edit=0199', { ...noFilter, edit: '0199' }],
  ])('parses %s', (search, expected) => {
    expect(parseSearch(search)).toEqual(expected)
  })
})

describe('getManageProductsPath', () => {
  test('has no parameters without filters', () => {
    expect(getManageProductsPath(noFilter)).toBe('/dashboard/manage-products')
  })

  test('parses to the same search', () => {
    const search = { text: `50% & "more"`, trending: 'false', edit: '0199-ab' } as const
    expect(parseSearch(new URL(getManageProductsPath(search), 'http://localhost').search)).toEqual(search)
  })
})

describe('filterProducts', () => {
  const cap = { name: 'Six-panel cap', productCode: '9900', onTrend: true }
  const bag = { name: 'Bag 100% cotton', productCode: 'W-17', onTrend: false }

  test.each([
    [noFilter, [cap, bag]],
    [{ ...noFilter, trending: 'true' as const }, [cap]],
    [{ ...noFilter, trending: 'false' as const }, [bag]],
    [{ ...noFilter, text: 'CAP' }, [cap]],
    [{ ...noFilter, text: 'w-1' }, [bag]],
    [{ ...noFilter, text: '100%' }, [bag]],
    [{ ...noFilter, text: '.*' }, []],
    [{ ...noFilter, text: 'cap', trending: 'false' as const }, []],
  ])('returns the matching products for %o', (search, expected) => {
    expect(filterProducts([cap, bag], search)).toEqual(expected)
  })
})
