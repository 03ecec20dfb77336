import { describe, expect, test } from 'vitest'
import { getShownPages } from './pager-window.ts'

const toText = (page: number, total: number) => getShownPages(page, total).join(' ').replaceAll('gap', '…')

describe('getShownPages', () => {
  test.each([
    [1, 0, ''],
    [1, 1, '1'],
    [2, 3, '1 2 3'],
    [3, 5, '1 2 3 4 5'],
    [1, 6, '1 2 3 4 5 6'],
    [1, 7, '1 2 3 4 5 6 7'],
    [1, 23, '1 2 3 4 5 … 23'],
    [3, 23, '1 2 3 4 5 … 23'],
    [4, 23, '1 2 3 4 5 6 … 23'],
    [5, 23, '1 2 3 4 5 6 7 … 23'],
    [6, 23, '1 … 4 5 6 7 8 … 23'],
    [7, 23, '1 … 5 6 7 8 9 … 23'],
    [21, 23, '1 … 19 20 21 22 23'],
    [23, 23, '1 … 19 20 21 22 23'],
  ])('page %i of %i', (page, total, expected) => {
    expect(toText(page, total)).toBe(expected)
  })

  test('contains the first, the last and the current page once each, in order', () => {
    for (let total = 1; total <= 40; total += 1) {
      for (let page = 1; page <= total; page += 1) {
        const numbers = getShownPages(page, total).filter((entry) => entry !== 'gap')
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
        expect(numbers).toEqual(expect.arrayContaining([1, page, total]))
        expect(numbers.length).toBeLessThanOrEqual(9)
      }
    }
  })
})
