import { expect, test } from 'vitest'
import { isWholeFen } from './money.ts'

test.each([
  [0.1, true],
  [19.9, true],
  [1.15, true],
  [9_999_999, true],
  [9_999_998.99, true],
  [0.001, false],
  [19.999, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
])('tells that %d yuan is whole fen: %s', (yuan, isWhole) => {
  expect(isWholeFen(yuan)).toBe(isWhole)
})
