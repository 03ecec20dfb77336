import { expect, it } from 'vitest'
import { applyActive, applyDefault, ensureDefault } from './list-updates.ts'

type Row = { _id: string; serial: number; active: boolean; isSelected: boolean }

/** 'a+ b c-': a is selected, c closed. */
function rowsOf(text: string): Row[] {
  return text.split(' ').map((word, index) => ({
    _id: word.charAt(0),
    serial: index + 1,
    active: !word.endsWith('-'),
    isSelected: word.endsWith('+'),
  }))
}

function textOf(rows: Row[]): string {
  return rows.map(({ _id, active, isSelected }) => _id + (isSelected ? '+' : active ? '' : '-')).join(' ')
}

it.each([
  ['a+ b c', 'b', 'a b+ c'],
  ['a b c', 'c', 'a b c+'],
  ['a+ b', 'a', 'a+ b'],
])('%s with %s selected is %s', (before, id, after) => {
  expect(textOf(applyDefault(rowsOf(before), id))).toBe(after)
})

it.each([
  ['a+ b c', 'b', false, 'a+ b- c'],
  ['a+ b- c', 'b', true, 'a+ b c'],
  ['a b+ c', 'b', false, 'a b- c+'],
  ['a b c+', 'c', false, 'a+ b c-'],
  ['a- b+ c-', 'b', false, 'a- b- c-'],
  ['a- b- c-', 'c', true, 'a- b- c+'],
])('%s with %s set to %s is %s', (before, id, active, after) => {
  expect(textOf(applyActive(rowsOf(before), id, active))).toBe(after)
})

it.each([
  ['a b c', 2, 'a b c+'],
  ['a b', 2, 'a+ b'],
  ['a- b-', 0, 'a- b-'],
])('%s without a default behind %i is %s', (before, behind, after) => {
  expect(textOf(ensureDefault(rowsOf(before), behind))).toBe(after)
})
