/** The units of §9, in seconds; their names are the specification's own. */
const units = [
  ['yr', 31_536_000],
  ['mo', 2_592_000],
  ['day', 86_400],
  ['hr', 3600],
  ['m', 60],
  ['s', 1],
] as const

/**
 * How long ago a time was, in the largest whole unit: '2 day ago', '5 hr ago' (§3 Review, §9). `time` is an ISO time. A time
 * in the future, or an invalid one, is 'just now'.
 */
export function formatRelativeTime(time: string, nowMs: number): string {
  const seconds = Math.floor((nowMs - Date.parse(time)) / 1000)
  for (const [unit, unitSeconds] of units) {
    if (seconds >= unitSeconds) return `${Math.floor(seconds / unitSeconds)} ${unit} ago`
  }
  return 'just now'
}
