import { formatClock, monthNames } from '#shared/format/format-date.ts'
import { DAY_MS } from '#shared/time.ts'

/** 'today, 03:12', 'yesterday, 17:40', '19 Nov, 22:05', in the reader's time zone. */
export function formatDateTime(time: string, now: number): string {
  const moment = Date.parse(time)
  return `${formatDayName(moment, now)}, ${formatClock(moment)}`
}

/** The shortest form: '09:41' of today, '19 Nov, 09:41' of another day. */
export function formatSince(time: string, now: number): string {
  const moment = Date.parse(time)
  return isSameDay(moment, now) ? formatClock(moment) : formatDateTime(time, now)
}

function formatDayName(moment: number, now: number): string {
  if (isSameDay(moment, now)) return 'today'
  if (isSameDay(moment, now - DAY_MS)) return 'yesterday'
  const date = new Date(moment)
  return `${date.getDate()} ${monthNames[date.getMonth()]}`
}

function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString()
}
