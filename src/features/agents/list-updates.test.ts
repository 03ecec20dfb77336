import { expect, it } from 'vitest'
import { applyActive, applyDefault, ensureDefault } from './list-updates.ts'

const everywhere = {
  taobao: 'https://a.example/{id}',
  weidian: 'https://a.example/{id}',
  ali_1688: 'https://a.example/{id}',
}

type TestAgentRow = { _id: string; active: boolean; isSelected: boolean; to: typeof everywhere }

/** 'a+ b c-': a is selected, c is closed; 'b?' buys on two marketplaces only. */
function parseRows(text: string): TestAgentRow[] {
  return text.split(' ').map((word) => ({
    _id: word.charAt(0),
    active: !word.endsWith('-'),
    isSelected: word.endsWith('+'),
    to: word.endsWith('?') ? { ...everywhere, weidian: '' } : everywhere,
  }))
}

function formatRows(rows: TestAgentRow[]): string {
  return rows.map(({ _id, active, isSelected }) => _id + (isSelected ? '+' : active ? '' : '-')).join(' ')
}

it.each([
  ['a+ b c', 'b', 'a b+ c'],
  ['a b c', 'c', 'a b c+'],
  ['a+ b', 'a', 'a+ b'],
])('applies a selection: %s with %s selected is %s', (before, id, after) => {
  expect(formatRows(applyDefault(parseRows(before), id))).toBe(after)
})

it.each([
  ['a+ b c', 'b', false, 'a+ b- c'],
  ['a+ b- c', 'b', true, 'a+ b c'],
  ['a b+ c', 'b', false, 'a+ b- c'],
  ['a? b+ c', 'b', false, 'a b- c+'],
  ['a? b+ c?', 'b', false, 'a+ b- c'],
  ['a b c+', 'c', false, 'a+ b c-'],
  ['a- b+ c-', 'b', false, 'a- b- c-'],
  ['a- b- c-', 'c', true, 'a- b- c+'],
])('applies a state: %s with %s set to active=%s is %s', (before, id, active, after) => {
  expect(formatRows(applyActive(parseRows(before), id, active))).toBe(after)
})

it.each([
  ['a b', 'a+ b'],
  ['a? b', 'a b+'],
  ['a b+', 'a b+'],
  ['a- b-', 'a- b-'],
])('ensures a default: %s becomes %s', (before, after) => {
  expect(formatRows(ensureDefault(parseRows(before)))).toBe(after)
})
