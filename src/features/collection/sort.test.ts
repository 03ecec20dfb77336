import { expect, test } from 'vitest'
import { getPriceIncrease, parseSortKey, sortEntries } from './sort.ts'

const entry = (id: string, price: number | null, priceNow: number | null) => ({ id, price, priceNow })

test.each([
  [259, 239, -20],
  [118.1, 118.3, 0.2],
  [148, 148, 0],
  [null, 148, 0],
  [148, null, 0],
])('the price increase from %s to %s is %s', (price, priceNow, increase) => {
  expect(getPriceIncrease({ price, priceNow })).toBe(increase)
})

test('sorts the largest price drop first, and equal drops newest first', () => {
  const entries = [
    entry('same', 10, 10),
    entry('up', 10, 12),
    entry('down', 10, 1),
    entry('unknown', null, 5),
  ]
  expect(sortEntries(entries, 'price-drop').map(({ id }) => id)).toEqual(['down', 'same', 'unknown', 'up'])
  expect(sortEntries(entries, 'newest')).toBe(entries)
})

test.each([
  ['', 'newest'],
  ['order=price-drop', 'price-drop'],
  ['order=constructor', 'newest'],
])('parses the sort key of ?%s as %s', (search, order) => {
  expect(parseSortKey(new URLSearchParams(search))).toBe(order)
})
