import { expect, test } from 'vitest'
import { describeNotice, describeWatch, getWatchTitle, parsePrice } from './watch-texts.ts'

test.each([
  [{ below: 200, backInStock: false, newPhotos: true }, 'below ¥200.00, new photos'],
  [{ below: 19.9, backInStock: true, newPhotos: true }, 'below ¥19.90, back in stock, new photos'],
  [{ below: null, backInStock: true, newPhotos: false }, 'back in stock'],
])('describes %j as %s', (alerts, text) => {
  expect(describeWatch(alerts)).toBe(text)
})

test.each([
  [{ kind: 'price', value: 189.5 }, '¥189.50, below your price'],
  [{ kind: 'stock', value: null }, 'Back in stock'],
  [{ kind: 'photos', value: 1 }, '1 new QC photo'],
  [{ kind: 'photos', value: 12 }, '12 new QC photos'],
] as const)('describes %j as %s', (notice, text) => {
  expect(describeNotice(notice)).toBe(text)
})

test('names an unknown item by marketplace and number', () => {
  expect(getWatchTitle({ title: null, shopType: 'ali_1688', productCode: '42' })).toBe('1688 item 42')
  expect(getWatchTitle({ title: 'Tee', shopType: 'ali_1688', productCode: '42' })).toBe('Tee')
})

test.each([
  ['200', 200],
  [' 19.9 ', 19.9],
  ['19,90', 19.9],
  ['¥ 35', 35],
  ['0.01', 0.01],
  ['9999999', 9_999_999],
  ['0', undefined],
  ['0.00', undefined],
  ['', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['1e309', undefined],
  ['19.999', undefined],
  ['10000000', undefined],
  ['1 000', 1000],
  ['1.234,50', 1234.5],
  ['￥１９９，５', 199.5],
  ['1.200', undefined],
  ['NaN', undefined],
])('reads %j as %s yuan', (text, price) => {
  expect(parsePrice(text)).toBe(price)
})
