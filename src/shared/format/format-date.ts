/** Month names as dates show them: 'Nov'. */
export const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * '19 Nov 2026', the UTC day of an ISO time; empty for an invalid time. The same on every machine and in every
 * locale.
 */
export function formatDate(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return ''
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** The UTC day of a time in ms, in the format of databases: '2026-11-21'. */
export function formatUtcDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}

/** '03:12' in the reader's time zone. */
export function formatClock(timeMs: number): string {
  const date = new Date(timeMs)
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}
