import { expect, test } from 'vitest'
import type { CollectionEntry } from '#features/collection/contract.ts'
import type { HaulItem } from '#features/haul/haul.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { canWait, countRows, joinRows } from './collection-rows.ts'

const shoe = { shopType: 'weidian', productCode: '1' } as const
const bag = { shopType: 'ali_1688', productCode: '2' } as const

function createEntry(offer: ItemParams, skuId: string | null = null): CollectionEntry {
  return {
    ...offer,
    _id: `${offer.productCode} ${skuId}`,
    title: `Saved ${offer.productCode}`,
    price: null,
    currency: 'CNY',
    imgList: [],
    skuId,
    variant: '',
    qcImage: null,
    qcVariant: null,
    createdAt: '2026-01-01',
    weight: null,
    dimensions: null,
    priceNow: null,
    stock: null,
    kind: null,
    note: null,
    hasSource: true,
  }
}

function createHaulItem(id: number, offer: ItemParams | null, sku: string | null = null): HaulItem {
  return {
    id,
    offer,
    sku,
    name: `Item ${id}`,
    grams: 100,
    sidesMm: null,
    category: null,
    quantity: 1,
    priceFen: null,
    variant: '',
    picture: '',
  }
}

const listKeys = (rows: { key: string }[]) => rows.map(({ key }) => key)

test('lists a saved item in the haul or for later, after it the haul’s other items', () => {
  const rows = joinRows(
    [createEntry(shoe), createEntry(bag)],
    [createHaulItem(0, null), createHaulItem(1, bag, 'navy')],
  )
  expect(listKeys(rows.inHaul)).toEqual(['ali_1688 2', 'typed 0'])
  expect(listKeys(rows.forLater)).toEqual(['weidian 1'])
})

test('lists another variant than the saved one in its own row', () => {
  const rows = joinRows([createEntry(shoe, 'navy')], [createHaulItem(0, shoe, 'black')])
  expect(listKeys(rows.inHaul)).toEqual(['weidian 1 black 0'])
  expect(listKeys(rows.forLater)).toEqual(['weidian 1'])
  expect(rows.inHaul.map((row) => canWait(row, [createEntry(shoe, 'navy')]))).toEqual([false])
  expect(rows.inHaul.map((row) => canWait(row, []))).toEqual([true])
})

test('lists each item of the haul once', () => {
  const rows = joinRows(
    [createEntry(shoe)],
    [createHaulItem(0, shoe, 'navy'), createHaulItem(1, shoe, 'black')],
  )
  expect(listKeys(rows.inHaul)).toEqual(['weidian 1', 'weidian 1 black 1'])
  expect(rows.forLater).toEqual([])
})

test('does not move a typed item to the collection', () => {
  const { inHaul: rows } = joinRows([], [createHaulItem(0, null)])
  expect(rows.map((row) => canWait(row, []))).toEqual([false])
})

test('counts saved items and items of the haul, each once', () => {
  const items = [createHaulItem(0, null), createHaulItem(1, bag, 'navy')]
  expect(countRows([createEntry(shoe), createEntry(bag)], items)).toBe(3)
  expect(countRows([], [])).toBe(0)
})
