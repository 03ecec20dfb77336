import { expect, test } from 'vitest'
import { normalizeInfo, parseAmount } from './normalize-info.ts'

test.each([
  [12.9, 12.9],
  ['12.90', 12.9],
  ['¥ 12.9', 12.9],
  ['CNY 1,299.00', 1299],
  ['168-175', 168],
  ['¥168.5~¥175', 168.5],
  [0, 0],
  ['0', 0],
  ['12.345', 12.35],
  ['12,5', 12],
  [-1, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  ['1e309', 1],
  ['99999999999', undefined],
  ['price on request', undefined],
  ['', undefined],
  [null, undefined],
  [{ amount: 1 }, undefined],
  [['12'], 12],
])('parses %j as the amount %j', (raw, amount) => {
  expect(parseAmount(raw)).toBe(amount)
})

test('needs only a title', () => {
  expect(normalizeInfo({ title: ' T-shirt ', images: [] })).toEqual({
    title: 'T-shirt',
    titleOriginal: '',
    price: null,
    currency: 'CNY',
    imgList: [],
    skus: [],
    productAttr: [],
    propsTrans: {},
  })
  for (const title of ['', '  ', '<b></b>', null, undefined, {}, ['T-shirt']]) {
    expect(normalizeInfo({ title, images: [] })).toBeUndefined()
  }
})

test('uses the lowest variant price for an item without a price, and that price for variants without one', () => {
  const skus = [{ price: '30' }, { price: 25.5 }, { price: 'none' }]
  const info = normalizeInfo({ title: 'T-shirt', images: [], skus })
  expect([info?.price, info?.skus.map(({ price }) => price)]).toEqual([25.5, [30, 25.5, 25.5]])
})

test('returns the stock as a whole number, or null when it is unknown', () => {
  const stocks = [5, '7', 0, '0', 2.9, -1, '', null, undefined, 'many', Number.POSITIVE_INFINITY, {}]
  const info = normalizeInfo({ title: 'T-shirt', images: [], skus: stocks.map((stock) => ({ stock })) })
  const none = Array.from({ length: 7 }, () => null)
  expect(info?.skus.map(({ stock }) => stock)).toEqual([5, 7, 0, 0, 2, ...none])
})

test('truncates lists and texts', () => {
  const many = Array.from({ length: 5000 }, (_, i) => i)
  const values = many.map((value) => ({ id: value, name: value }))
  const info = normalizeInfo({
    title: 'x'.repeat(5000),
    images: many.map((i) => `https://img.alicdn.com/${i}.jpg`),
    skus: many.map((i) => ({ skuID: i, name: 'y'.repeat(500), imgUrl: `https://a/${'z'.repeat(3000)}` })),
    axes: many.map((id) => ({ id, name: 'axis', values })),
    properties: many.map((i) => [`name ${i}`, 'v'.repeat(5000)]),
  })
  expect(info?.title).toHaveLength(300)
  expect(info?.imgList).toHaveLength(60)
  expect(info?.skus).toHaveLength(1000)
  expect(info?.skus[999]).toMatchObject({ skuID: '999', name: 'y'.repeat(120), imgUrl: '' })
  expect([info?.productAttr.length, info?.productAttr[0]?.values.length]).toEqual([10, 200])
  expect(Object.entries(info?.propsTrans ?? {})).toHaveLength(100)
  expect(info?.propsTrans['name 0']).toHaveLength(500)
})
