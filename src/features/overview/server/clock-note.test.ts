import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { describeClock } from './clock-note.ts'

test.each([
  [0, undefined],
  [MINUTE_MS, undefined],
  [-MINUTE_MS, undefined],
  [MINUTE_MS + 1, '1 minute ahead of'],
  [-20 * MINUTE_MS, '20 minutes behind'],
  [HOUR_MS, '1 hour ahead of'],
  [-3 * HOUR_MS - 3, '3 hours behind'],
  [-DAY_MS, '1 day behind'],
  [40 * DAY_MS, '40 days ahead of'],
])('a clock that is %d ms ahead', (aheadMs, difference) => {
  const sentence = `This machine's clock is ${difference} the database's. Synchronize both with NTP.`
  expect(describeClock(aheadMs)).toBe(difference && sentence)
})
