import { expect, test } from 'vitest'
import { formatClock } from '#shared/format/format-date.ts'
import { formatDateTime, formatSince } from './format-time.ts'

/** By the clock of the machine that runs this, as the words are. */
const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute)
const now = at(21, 10, 24).getTime()
const iso = (day: number, hour: number, minute: number) => at(day, hour, minute).toISOString()

test('formats a moment in the reader’s time zone', () => {
  expect(formatClock(now)).toBe('10:24')
  expect(formatDateTime(iso(21, 3, 12), now)).toBe('today, 03:12')
  expect(formatDateTime(iso(20, 23, 59), now)).toBe('yesterday, 23:59')
  expect(formatDateTime(iso(19, 22, 5), now)).toBe('19 Nov, 22:05')
})

test('formats a time of today without the date', () => {
  expect(formatSince(iso(21, 0, 0), now)).toBe('00:00')
  expect(formatSince(iso(20, 9, 41), now)).toBe('yesterday, 09:41')
})
