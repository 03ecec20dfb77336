import { imageLimits } from '#features/images/limits.ts'
import { DAY_MS } from '#shared/time.ts'

/** Earlier dates are errors: agents took no photos for buyers abroad before 2010. */
const minTimeMs = Date.UTC(2010, 0, 1)
/** The clock of a source may be ahead by a time zone. */
const maxAheadMs = DAY_MS
/** Smaller numbers are seconds, greater ones milliseconds. */
const maxSeconds = 1e11
const maxTextLength = 40

/** A date in a URL's path: `/202601/19/`, `/2026/01/19/`, `/20260119/`, `/2026-01-19/`. */
const pathDatePattern = /\/(20\d\d)(?:\/(\d\d)\/|-(\d\d)-|(\d\d)\/?)(\d\d)(?=\/)/g
const textDatePattern =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i

/**
 * Parses the time when a photo was taken to ISO 8601. Accepts ISO, `2026-01-19`, `2026-01-19 08:00:00`, and seconds or
 * milliseconds since 1970. Null for other values, days that do not exist, and implausible times.
 */
export function parseTakenAt(value: unknown, nowMs: number): string | null {
  if (typeof value === 'number') return formatPlausibleTime(value < maxSeconds ? value * 1000 : value, nowMs)
  if (typeof value !== 'string' || value.length > maxTextLength) return null
  const text = value.trim()
  if (/^\d{10}$/.test(text)) return formatPlausibleTime(Number(text) * 1000, nowMs)
  if (/^\d{13}$/.test(text)) return formatPlausibleTime(Number(text), nowMs)
  const [, year, month, day, time = '00:00', zone = 'Z'] = textDatePattern.exec(text) ?? []
  if (!isExistingDay(year, month, day)) return null
  return formatPlausibleTime(Date.parse(`${year}-${month}-${day}T${time}${zone.toUpperCase()}`), nowMs)
}

/** The date in the path of a photo's URL as ISO 8601; null when the path has no date or different ones. */
export function findTakenAtInUrl(url: string, nowMs: number): string | null {
  if (url.length > imageLimits.addressLength) return null
  const path = URL.parse(url)?.pathname ?? ''
  const dates = [...path.matchAll(pathDatePattern)].map(
    ([, year, slashMonth, dashMonth, joinedMonth, day]) => {
      const month = slashMonth ?? dashMonth ?? joinedMonth
      if (!isExistingDay(year, month, day)) return null
      return formatPlausibleTime(Date.parse(`${year}-${month}-${day}T00:00Z`), nowMs)
    },
  )
  const [date = null, ...otherDates] = new Set(dates)
  return otherDates.length === 0 ? date : null
}

/** False for days like 31 February, which `Date` would turn into a day of March. */
function isExistingDay(year = '', month = '', day = ''): boolean {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return year !== '' && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

function formatPlausibleTime(timeMs: number, nowMs: number): string | null {
  return timeMs >= minTimeMs && timeMs <= nowMs + maxAheadMs ? new Date(timeMs).toISOString() : null
}
