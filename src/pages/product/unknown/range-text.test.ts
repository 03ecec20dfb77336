import { expect, test } from 'vitest'
import { findKind } from '#features/freight/kinds/kind.ts'
import { addPrice, describeParcel, formatFenRange, joinApproximate } from './range-text.ts'

const shipping = { fromFen: 7585, toFen: 9230 }
const hoodie = { kind: findKind('hoodie') ?? null, grams: null, sides: [] }
const unknown = { kind: null, grams: null, sides: [] }
const size = [38, 32, 8]

test.each([
  [{ amount: 168, amountTo: null, currency: 'CNY' }, '¥243.85–260.30'],
  [{ amount: 168, amountTo: 200, currency: 'CNY' }, '¥243.85–292.30'],
  [{ amount: 168, amountTo: null, currency: 'USD' }, '¥75.85–92.30'],
  [null, '¥75.85–92.30'],
])('shipping is added to the price %j, if that is in yuan', (price, text) => {
  expect(formatFenRange(addPrice(shipping, price), hoodie)).toBe(text)
})

test('one amount is no range, and of an unknown item only the least is said', () => {
  expect(formatFenRange({ fromFen: 7585, toFen: 7585 }, { ...hoodie, grams: 700 })).toBe('¥75.85')
  expect(formatFenRange({ fromFen: 5910, toFen: 5910 }, unknown)).toBe('from ¥59.10')
})

test.each([
  ['≈ €31', '≈ €33', '≈ €31–33'],
  ['≈ JPY 4900', '≈ JPY 5200', '≈ JPY 4900–5200'],
  ['≈ €31', '≈ €31', '≈ €31'],
  ['', '', ''],
])('%j and %j are %j', (from, to, text) => {
  expect(joinApproximate(from, to)).toBe(text)
})

test.each([
  [hoodie, 'To Germany, for a hoodie of 550 to 900 g. Its size is unknown: a big box can cost more.'],
  [{ ...hoodie, sides: size }, 'To Germany, for a hoodie of 550 to 900 g, 38 x 32 x 8 cm.'],
  [{ ...hoodie, grams: 1240, sides: size }, 'To Germany, for 1,240 g, 38 x 32 x 8 cm.'],
  [{ ...unknown, grams: 720 }, 'To Germany, for 720 g. Its size is unknown: a big box can cost more.'],
  [unknown, 'To Germany, from 200 g. Say what it is, and the range gets closer.'],
])('the parcel %j is described', (item, text) => {
  expect(describeParcel(item, 'Germany', { isAnswered: false })).toBe(text)
})

test('a visitor who has said that it is something else is not asked again', () => {
  expect(describeParcel(unknown, 'Germany', { isAnswered: true })).toBe(
    'To Germany, from 200 g. Its weight makes the price exact.',
  )
})

test('a weight that a member read says so', () => {
  const read = { isAnswered: false, isReadByMember: true }
  expect(describeParcel({ ...hoodie, grams: 720 }, 'Germany', read)).toBe(
    'To Germany, 720 g as the member read it. Its size is unknown: a big box can cost more.',
  )
  expect(describeParcel({ ...hoodie, grams: 720, sides: size }, 'Germany', read)).toBe(
    'To Germany, 720 g as the member read it, 38 x 32 x 8 cm.',
  )
})
