import { MINUTE_MS } from '#shared/time.ts'

const units = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const

/**
 * A sentence about this machine's clock, which is `aheadMs` ahead of the database's (negative: behind it);
 * undefined for differences of up to a minute.
 */
export function describeClock(aheadMs: number): string | undefined {
  if (Math.abs(aheadMs) <= MINUTE_MS) return undefined
  const minutes = Math.round(Math.abs(aheadMs) / MINUTE_MS)
  const [unit, unitMinutes] = units.find(([, minMinutes]) => minutes >= minMinutes) ?? units[2]
  const count = Math.round(minutes / unitMinutes)
  const difference = `${count} ${count === 1 ? unit : `${unit}s`} ${aheadMs > 0 ? 'ahead of' : 'behind'}`
  return `This machine's clock is ${difference} the database's. Synchronize both with NTP.`
}
