import { expect, test } from 'vitest'
import { findTakenAtInUrl, parseTakenAt } from './photo-date.ts'

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
])('parses %j as %s', (raw, iso) => {
  expect(parseTakenAt(raw, now)).toBe(iso)
})

test.each([
  ['a day that does not exist', '2026-02-31'],
  ['a month that does not exist', '2026-13-01'],
  ['an hour that does not exist', '2026-11-19 25:00'],
  ['the future', '2026-11-23'],
  ['the far future', 9_999_999_999],
  ['a time before 2010', '2009-12-31'],
  ['zero', 0],
  ['NaN', Number.NaN],
  ['a word', 'yesterday'],
  ['a year only', '2026'],
  ['markup', '<b>2026-11-19</b>'],
  ['a long text', '2026-11-19'.repeat(10_000)],
  ['undefined', undefined],
  ['an object', { seconds: 1_795_075_200 }],
])('finds no date in %s', (_case, raw) => {
  expect(parseTakenAt(raw, now)).toBeNull()
})

test.each([
  ['https://img.example/whg/202601/19/a.jpg', '2026-01-19T00:00:00.000Z'],
  ['https://img.example/2026/01/19/a.jpg', '2026-01-19T00:00:00.000Z'],
  ['https://img.example/x/20260119/a.jpg', '2026-01-19T00:00:00.000Z'],
  ['https://img.example/2026-01-19/a.jpg', '2026-01-19T00:00:00.000Z'],
  ['https://img.example/202601/19/202601/19/a.jpg', '2026-01-19T00:00:00.000Z'],
  ['two dates', 'https://img.example/202601/19/202601/20/a.jpg'],
  ['a month only', 'https://img.example/202601/a.jpg'],
  ['a day in a URL that does not exist', 'https://img.example/202602/31/a.jpg'],
  ['a number in a file name', 'https://img.example/a20260119.jpg'],
  ['a date in the query string', 'https://img.example/a.jpg?d=/202601/19/'],
  ['a path without a host', '/202601/19/'],
  ['a URL that is too long', `https://img.example/202601/19/${'a'.repeat(2048)}.jpg`],
])('finds the date in a URL: %s', (first, second) => {
  const isUrl = first.startsWith('https:')
  expect(findTakenAtInUrl(isUrl ? first : second, now)).toBe(isUrl ? second : null)
})
