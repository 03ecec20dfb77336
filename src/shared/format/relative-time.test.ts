import { expect, test } from 'vitest'
import { formatRelativeTime } from './relative-time.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const ago = (seconds: number) => formatRelativeTime(new Date(now - seconds * 1000).toISOString(), now)

test.each([
  [0, 'just now'],
  [1, '1 s ago'],
  [59, '59 s ago'],
  [60, '1 m ago'],
  [3599, '59 m ago'],
  [3600, '1 hr ago'],
  [86_399, '23 hr ago'],
  [86_400, '1 day ago'],
  [2_591_999, '29 day ago'],
  [2_592_000, '1 mo ago'],
  [31_535_999, '12 mo ago'],
  [31_536_000, '1 yr ago'],
  [-5, 'just now'],
])('formats %i seconds as %s', (seconds, formatted) => {
  expect(ago(seconds)).toBe(formatted)
})

test('returns "just now" for an invalid time', () => {
  expect(formatRelativeTime('yesterday', now)).toBe('just now')
})
