import { expect, test } from 'vitest'
import { findDateInPath, readDate } from './photo-date.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-19T08:00:00.000Z', '2026-11-19T08:00:00.000Z'],
  ['2026-11-19T08:00:00+08:00', '2026-11-19T00:00:00.000Z'],
  ['2026-11-19', '2026-11-19T00:00:00.000Z'],
  ['2026/11/19', '2026-11-19T00:00:00.000Z'],
  [' 2026-11-19 08:30:15 ', '2026-11-19T08:30:15.000Z'],
  ['2026-11-19 08:30', '2026-11-19T08:30:00.000Z'],
  [1_795_075_200, '2026-11-19T08:00:00.000Z'],
  [1_795_075_200_000, '2026-11-19T08:00:00.000Z'],
  ['1795075200', '2026-11-19T08:00:00.000Z'],
  ['1795075200000', '2026-11-19T08:00:00.000Z'],
  ['2026-11-22', '2026-11-22T00:00:00.000Z'],
])('%j is %s', (raw, iso) => {
  expect(readDate(raw, now)).toBe(iso)
})

test.each([
  ['a day that no calendar knows', '2026-02-31'],
  ['a month that no calendar knows', '2026-13-01'],
  ['an hour that no clock knows', '2026-11-19 25:00'],
  ['the future', '2026-11-23'],
  ['the far future', 9_999_999_999],
  ['before there were such photos', '2009-12-31'],
  ['nothing', 0],
  ['no number', Number.NaN],
  ['words', 'yesterday'],
  ['a lone year', '2026'],
  ['markup', '<b>2026-11-19</b>'],
  ['much', '2026-11-19'.repeat(10_000)],
  ['nothing at all', undefined],
  ['an object', { seconds: 1_795_075_200 }],
])('%s is no date', (_what, raw) => {
  expect(readDate(raw, now)).toBeNull()
})

test.each([
  ['https://img.example/whg/202601/19/a.jpg', '2026-01-19T00:00:00.000Z'],
  ['https://img.example/2026/01/19/a.jpg', '2026-01-19T00:00:00.000Z'],
  ['https://img.example/x/20260119/a.jpg', '2026-01-19T00:00:00.000Z'],
  ['https://img.example/2026-01-19/a.jpg', '2026-01-19T00:00:00.000Z'],
  ['https://img.example/202601/19/202601/19/a.jpg', '2026-01-19T00:00:00.000Z'],
  ['two days', 'https://img.example/202601/19/202601/20/a.jpg'],
  ['a month alone', 'https://img.example/202601/a.jpg'],
  ['a day that is none', 'https://img.example/202602/31/a.jpg'],
  ['a number in a name', 'https://img.example/a20260119.jpg'],
  ['a query', 'https://img.example/a.jpg?d=/202601/19/'],
  ['no address', '/202601/19/'],
  ['an address too long to be shown', `https://img.example/202601/19/${'a'.repeat(2048)}.jpg`],
])('%s', (first, second) => {
  const isDated = first.startsWith('https:')
  expect(findDateInPath(isDated ? first : second, now)).toBe(isDated ? second : null)
})
