import { expect, test } from 'vitest'
import { formatDate } from './format-date.ts'

test.each([
  ['2026-11-19T23:59:59.999Z', '19 Nov 2026'],
  ['2026-09-01T00:00:00.000Z', '1 Sep 2026'],
  ['2026-01-01T01:00:00+02:00', '31 Dec 2025'],
  ['yesterday', ''],
  ['', ''],
])('formats %j as %j', (time, formatted) => {
  expect(formatDate(time)).toBe(formatted)
})
