import { expect, test } from 'vitest'
import type { CollectionEntry } from '#features/collection/contract.ts'
import type { HaulItem } from '#features/haul/haul.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { canWait, joinRows } from './collection-rows.ts'

const shoe = { shopType: 'weidian', productCode: '1' } as const
const bag = { shopType: 'ali_1688', productCode: '2' } as const

function saved(offer: ItemParams, skuId: string | null = null): CollectionEntry {
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
  }
}

function inHaul(id: number, offer: ItemParams | null, sku: string | null = null): HaulItem {
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

const keysOf = (rows: { key: string }[]) => rows.map(({ key }) => key)

test('a saved item is in the haul or for later, and the haul’s others stand beside them', () => {
  const rows = joinRows([saved(shoe), saved(bag)], [inHaul(0, null), inHaul(1, bag, 'navy')])
  expect(keysOf(rows.inHaul)).toEqual(['ali_1688 2', 'typed 0'])
  expect(keysOf(rows.forLater)).toEqual(['weidian 1'])
})

test('another variant than the saved one is a row of its own', () => {
  const rows = joinRows([saved(shoe, 'navy')], [inHaul(0, shoe, 'black')])
  expect(keysOf(rows.inHaul)).toEqual(['weidian 1 black 0'])
  expect(keysOf(rows.forLater)).toEqual(['weidian 1'])
  expect(rows.inHaul.map((row) => canWait(row, [saved(shoe, 'navy')]))).toEqual([false])
  expect(rows.inHaul.map((row) => canWait(row, []))).toEqual([true])
})

test('each piece of the haul is in one row', () => {
  const rows = joinRows([saved(shoe)], [inHaul(0, shoe, 'navy'), inHaul(1, shoe, 'black')])
  expect(keysOf(rows.inHaul)).toEqual(['weidian 1', 'weidian 1 black 1'])
  expect(rows.forLater).toEqual([])
})

test('what was typed can’t wait in the collection', () => {
  const { inHaul: rows } = joinRows([], [inHaul(0, null)])
  expect(rows.map((row) => canWait(row, []))).toEqual([false])
})
