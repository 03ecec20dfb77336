import { describe, expect, test } from 'vitest'
import { filterProducts, getManageProductsPath, parseManageSearch } from './manage-search.ts'

const parseSearch = (search: string) => parseManageSearch(new URLSearchParams(search))
const nothing = { text: '', trending: 'All', edit: '' } as const

describe('parseManageSearch', () => {
  test.each([
    ['', nothing],
    ['?Trending=true', { ...nothing, trending: 'true' }],
    ['?Trending=false', { ...nothing, trending: 'false' }],
    ['?Trending=All', nothing],
    ['?Trending=yes', nothing],
    ['?search=%20cap%20', { ...nothing, text: 'cap' }],
    ['?edit=0199', { ...nothing, edit: '0199' }],
  ])('reads %s', (search, expected) => {
    expect(parseSearch(search)).toEqual(expected)
  })
})

describe('getManageProductsPath', () => {
  test('says nothing of what is not filtered', () => {
    expect(getManageProductsPath(nothing)).toBe('/dashboard/manage-products')
  })

  test('is read back as it was', () => {
    const search = { text: `50% & "more"`, trending: 'false', edit: '0199-ab' } as const
    expect(parseSearch(new URL(getManageProductsPath(search), 'http://localhost').search)).toEqual(search)
  })
})

describe('filterProducts', () => {
  const cap = { name: 'Six-panel cap', productCode: '9900', onTrend: true }
  const bag = { name: 'Bag 100% cotton', productCode: 'W-17', onTrend: false }

  test.each([
    [nothing, [cap, bag]],
    [{ ...nothing, trending: 'true' as const }, [cap]],
    [{ ...nothing, trending: 'false' as const }, [bag]],
    [{ ...nothing, text: 'CAP' }, [cap]],
    [{ ...nothing, text: 'w-1' }, [bag]],
    [{ ...nothing, text: '100%' }, [bag]],
    [{ ...nothing, text: '.*' }, []],
    [{ ...nothing, text: 'cap', trending: 'false' as const }, []],
  ])('leaves for %o what it names', (search, expected) => {
    expect(filterProducts([cap, bag], search)).toEqual(expected)
  })
})
