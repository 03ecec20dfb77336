import { expect, test } from 'vitest'
import type { HaulItem } from '#features/haul/haul.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { describeSoldOut, listBuyRows } from './buy-rows.ts'

const shoe = { shopType: 'weidian', productCode: '1' } as const

function piece(offer: ItemParams | null, part: Partial<HaulItem> = {}): HaulItem {
  const base = { id: 0, name: 'Shoe', grams: 100, sidesMm: null, category: null, quantity: 1, sku: null }
  return { ...base, priceFen: 12_800, variant: '', picture: '', offer, ...part }
}

test('listBuyRows returns one row for all variants of an item', () => {
  const rows = listBuyRows([
    piece(shoe, { variant: 'Navy, 42' }),
    piece(null),
    piece(shoe, { variant: 'Black, 41', quantity: 2 }),
  ])
  expect(rows.map(({ offer, facts }) => [offer, facts])).toEqual([
    [shoe, 'Weidian · Navy, 42 · 2 x Black, 41 · ¥384.00'],
  ])
})

test('listBuyRows leaves out an unknown price, and names any variant when none was chosen', () => {
  expect(listBuyRows([piece(shoe, { priceFen: null })]).map(({ facts }) => facts)).toEqual(['Weidian'])
  expect(listBuyRows([piece(shoe, { quantity: 3 })]).map(({ facts }) => facts)).toEqual([
    'Weidian · 3 x any variant · ¥384.00',
  ])
})

test('describeSoldOut names the variants that are sold out when the row has several', () => {
  const navy = { sku: 'n', variant: 'Navy, 42' }
  const black = { sku: 'b', variant: 'Black, 41' }
  const isNavy = (sku: string | null) => sku === 'n'
  expect(describeSoldOut([navy], isNavy)).toBe('Out of stock')
  expect(describeSoldOut([navy, black], isNavy)).toBe('Out of stock: Navy, 42')
  expect(describeSoldOut([black], isNavy)).toBe('')
})
