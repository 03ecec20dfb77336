import { describe, expect, test } from 'vitest'
import { getPositions, moveItem, removeItem } from './positions.ts'

const list = ['a', 'b', 'c', 'd'].map((_id, index) => ({ _id, serial: index + 1 }))
const toText = (rows: { _id: string; serial: number }[]) => rows.map(({ _id, serial }) => `${serial}${_id}`)

describe('moveItem', () => {
  test.each([
    ['a', 1, ['1a', '2b', '3c', '4d']],
    ['a', 3, ['1b', '2c', '3a', '4d']],
    ['a', 4, ['1b', '2c', '3d', '4a']],
    ['d', 1, ['1d', '2a', '3b', '4c']],
    ['c', 2, ['1a', '2c', '3b', '4d']],
    ['gone', 2, ['1a', '2b', '3c', '4d']],
  ])('moves %s to %i', (id, position, expected) => {
    expect(toText(moveItem(list, id, position))).toEqual(expected)
  })

  test('keeps the rows that it does not renumber', () => {
    expect(moveItem(list, 'c', 2)[3]).toBe(list[3])
  })
})

test('removeItem moves the rows after it up', () => {
  expect(toText(removeItem(list, 'b'))).toEqual(['1a', '2c', '3d'])
})

test('getPositions returns 1 to the number of rows', () => {
  expect(getPositions(3).map(({ value }) => value)).toEqual(['1', '2', '3'])
})
