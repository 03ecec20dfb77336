import { formatClock, monthNames } from '#shared/format/format-date.ts'
import { DAY_MS } from '#shared/time.ts'

/** 'today, 03:12', 'yesterday, 17:40', '19 Nov, 22:05', in the reader's time zone. */
export function formatDateTime(time: string, nowMs: number): string {
  const timeMs = Date.parse(time)
  return `${formatDayName(timeMs, nowMs)}, ${formatClock(timeMs)}`
}

/** The shortest form: '09:41' of today, '19 Nov, 09:41' of another day. */
export function formatSince(time: string, nowMs: number): string {
  const timeMs = Date.parse(time)
  return isSameDay(timeMs, nowMs) ? formatClock(timeMs) : formatDateTime(time, nowMs)
}

function formatDayName(timeMs: number, nowMs: number): string {
  if (isSameDay(timeMs, nowMs)) return 'today'
  if (isSameDay(timeMs, nowMs - DAY_MS)) return 'yesterday'
  const date = new Date(timeMs)
  return `${date.getDate()} ${monthNames[date.getMonth()]}`
}

function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString()
}
