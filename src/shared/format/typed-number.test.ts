import { expect, test } from 'vitest'
import { normalizeTypedNumber, parseTypedNumber } from './typed-number.ts'

test.each([
  ['600', ['600']],
  ['６００', ['600']],
  ['３０，５', ['30.5']],
  ['30,5', ['30.5']],
  ['1,5', ['1.5']],
  [',5', ['.5']],
  ['12,50', ['12.50']],
  ['0,500', ['0.500']],
  ['0.500', ['0.500']],
  ['1.200', ['1200', '1.200']],
  ['1,200', ['1200', '1.200']],
  ['12.345', ['12345', '12.345']],
  ['1.200.000', ['1200000']],
  ['1,200,000', ['1200000']],
  ['1.234,5', ['1234.5']],
  ['1,234.5', ['1234.5']],
  ['1 200', ['1200']],
  ['1\u00a0200', ['1200']],
  ["1'200", ['1200']],
  ['1234.567', ['1234.567']],
  ['3000.0001', ['3000.0001']],
])('reads %s as %j', (text, readings) => {
  expect(parseTypedNumber(text)).toEqual(readings)
})

test.each(['', 'abc', '-1', '1e309', '1,2,3', '1..2', '1 2', '5 kg'])('reads no number from %j', (text) => {
  expect(
    Number.isFinite(Number(parseTypedNumber(text)[0])) && /^[\d.]+$/.test(parseTypedNumber(text)[0]),
  ).toBe(false)
})

test('keeps a number with two readings as it was typed', () => {
  expect(['30,5', ' 1.200 ', '６００'].map(normalizeTypedNumber)).toEqual(['30.5', '1.200', '600'])
})

test.each(['1,5,5', '1,2,3', 'one,two', '5,5 kg'])(
  'keeps %s, which is not a number, as it was typed',
  (text) => {
    expect(normalizeTypedNumber(text)).toBe(text)
  },
)
