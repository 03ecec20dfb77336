import { MINUTE_MS } from '#shared/time.ts'

const units = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const

/**
 * A sentence about a process's clock that is `aheadMs` ahead of the database's, or behind it where negative;
 * undefined up to a minute.
 */
export function describeClock(aheadMs: number): string | undefined {
  if (Math.abs(aheadMs) <= MINUTE_MS) return undefined
  const minutes = Math.round(Math.abs(aheadMs) / MINUTE_MS)
  const [unit, size] = units.find(([, least]) => minutes >= least) ?? units[2]
  const count = Math.round(minutes / size)
  const difference = `${count} ${count === 1 ? unit : `${unit}s`} ${aheadMs > 0 ? 'ahead of' : 'behind'}`
  return `This machine's clock is ${difference} the database's. Set both by NTP.`
}
