import { imageLimits } from '#features/images/limits.ts'
import { DAY_MS } from '#shared/time.ts'

/** Earlier dates are errors: agents did not take photos for foreign buyers before this. */
const minTime = Date.UTC(2010, 0, 1)

/** A whole date in a path: `/202601/19/`, `/2026/01/19/`, `/20260119/`, `/2026-01-19/`. */
const pathDatePattern = /\/(20\d\d)(?:\/(\d\d)\/|-(\d\d)-|(\d\d)\/?)(\d\d)(?=\/)/g

/**
 * When a photo was taken, as ISO 8601, from what a source wrote: ISO, `2026-01-19`, `2026-01-19 08:00:00`, seconds or
 * milliseconds. Null for anything else, and for days that cannot be.
 */
export function readDate(raw: unknown, now: number): string | null {
  if (typeof raw === 'number') return toPlausibleDate(raw < 1e11 ? raw * 1000 : raw, now)
  if (typeof raw !== 'string' || raw.length > 40) return null
  const text = raw.trim()
  if (/^\d{10}$/.test(text)) return toPlausibleDate(Number(text) * 1000, now)
  if (/^\d{13}$/.test(text)) return toPlausibleDate(Number(text), now)
  const parts =
    /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i
  const [, year, month, day, time = '00:00', zone = 'Z'] = parts.exec(text) ?? []
  if (!isDay(year, month, day)) return null
  return toPlausibleDate(Date.parse(`${year}-${month}-${day}T${time}${zone.toUpperCase()}`), now)
}

/** The date in the path of a photo's URL, if there is exactly one. */
export function findDateInPath(address: string, now: number): string | null {
  if (address.length > imageLimits.addressLength) return null
  const path = URL.parse(address)?.pathname ?? ''
  const days = [...path.matchAll(pathDatePattern)].map(([, year, slashed, dashed, joined, day]) => {
    const month = slashed ?? dashed ?? joined
    return isDay(year, month, day) ? toPlausibleDate(Date.parse(`${year}-${month}-${day}T00:00Z`), now) : null
  })
  const [only = null, ...others] = new Set(days)
  return others.length === 0 ? only : null
}

/** The calendar knows the day: `Date` would make 3 March of 31 February. */
function isDay(year = '', month = '', day = ''): boolean {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return year !== '' && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** Clocks differ, so that a photo of tomorrow is one of now. */
function toPlausibleDate(moment: number, now: number): string | null {
  return moment >= minTime && moment <= now + DAY_MS ? new Date(moment).toISOString() : null
}
