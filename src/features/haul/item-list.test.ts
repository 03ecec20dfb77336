import { describe, expect, test } from 'vitest'
import { countPieces, emptyHaul, haulLimits } from './haul.ts'
import { countStoredPieces, hasPiece } from './haul-text.ts'
import { serializeHaul } from './haul-url.ts'
import { addItem, addMissingItems, changeHaulItem, insertItem, type NewItem } from './item-list.ts'

const scarf: NewItem = {
  name: 'Scarf',
  grams: 180,
  sidesMm: null,
  category: '107',
  quantity: 1,
  priceFen: null,
  offer: null,
  sku: null,
  variant: '',
  picture: '',
}
const cap: NewItem = { ...scarf, name: 'Cap', offer: { shopType: 'ali_1688', productCode: '4711' } }

describe('the item list', () => {
  test('gets a new row for a new item, and one more piece for an item that it has', () => {
    const first = addItem([], cap)
    expect(first).toMatchObject({ id: 0, isNew: true, items: [{ id: 0, quantity: 1 }] })
    expect(addItem(first?.items ?? [], cap)).toMatchObject({ id: 0, isNew: false, items: [{ quantity: 2 }] })
    expect(addItem(first?.items ?? [], scarf)).toMatchObject({ id: 1, isNew: true })
  })

  test('accepts no item when it has the maximum number of items or pieces', () => {
    const full = Array.from({ length: haulLimits.maxItems }, (_none, id) => ({ ...scarf, id }))
    expect(addItem(full, cap)).toBeUndefined()
    const pieces = [{ ...cap, id: 0, quantity: haulLimits.maxPieces }]
    expect(addItem(pieces, cap)).toBeUndefined()
    expect(addMissingItems(pieces, [scarf])).toBe(pieces)
  })

  test('marks a value as a hint until the visitor enters another one', () => {
    const hinted = { ...cap, id: 0, hinted: ['name', 'priceFen', 'category'] as const }
    expect(changeHaulItem(hinted, { grams: 90 })).toEqual({ ...hinted, grams: 90 })
    expect(changeHaulItem(hinted, { category: '108' }).hinted).toEqual(['name', 'priceFen'])
    expect(changeHaulItem({ ...cap, id: 0 }, { category: '108' })).not.toHaveProperty('hinted')
  })

  test('adds each of several items once, and restores an item at its former index', () => {
    const items = addMissingItems([], [cap, cap, scarf])
    expect(items.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Cap', 1],
      ['Scarf', 1],
    ])
    expect(insertItem(items.slice(1), 0, cap).map(({ name, id }) => [name, id])).toEqual([
      ['Cap', 2],
      ['Scarf', 1],
    ])
  })
})

test('addItem uses one row per variant; a row without a sku matches every variant', () => {
  const [red, blue] = [
    { ...cap, sku: 'r', variant: 'Red' },
    { ...cap, sku: 'b', variant: 'Blue', priceFen: 900 },
  ]
  const items = addMissingItems([], [red, blue, red])
  expect(items.map(({ variant, priceFen }) => [variant, priceFen])).toEqual([
    ['Red', null],
    ['Blue', 900],
  ])
  expect(addItem(items, blue)).toMatchObject({ id: 1, isNew: false })
  expect(addItem(addMissingItems([], [cap]), blue)).toMatchObject({ id: 0, isNew: false })
})

test('hasPiece finds a variant in the text of a haul', () => {
  const offer = { shopType: 'ali_1688', productCode: '4711' } as const
  const text = serializeHaul({ ...emptyHaul, items: addMissingItems([], [scarf, { ...cap, sku: 'r' }]) })
  expect(hasPiece(text, offer, 'r')).toBe(true)
  expect(hasPiece(text, offer, 'b')).toBe(false)
  expect(hasPiece(text, offer, null)).toBe(true)
  expect(hasPiece(text, { ...offer, productCode: '4712' }, null)).toBe(false)
  expect(hasPiece(serializeHaul({ ...emptyHaul, items: addMissingItems([], [cap]) }), offer, 'b')).toBe(true)
  expect(hasPiece(serializeHaul(emptyHaul), offer, null)).toBe(false)
})

test('countStoredPieces returns the number of pieces in the text of a haul', () => {
  const items = [scarf, { ...cap, quantity: 12 }, { ...scarf, quantity: 3 }].map((item, id) => ({
    ...item,
    id,
  }))
  const text = serializeHaul({ ...emptyHaul, items })
  expect(countStoredPieces(text)).toBe(countPieces(items))
  expect([countStoredPieces(''), countStoredPieces(serializeHaul(emptyHaul))]).toEqual([0, 0])
})

test.each(['x', '1.5', '-3', 'Infinity'])('countStoredPieces returns 0 when a quantity is %s', (quantity) => {
  expect(countStoredPieces(`1DE\t8\t\nScarf\t180\t\t\t${quantity}`)).toBe(0)
})
