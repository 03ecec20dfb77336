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
 * How long ago a moment was, in its largest whole unit: '2 day ago', '5 hr ago' (§3 Review, §9). `then` is an
 * ISO time, `now` in ms. A moment in the future, or an invalid one, is 'just now'.
 */
export function formatRelativeTime(then: string, now: number): string {
  const seconds = Math.floor((now - Date.parse(then)) / 1000)
  for (const [unit, unitSeconds] of units) {
    if (seconds >= unitSeconds) return `${Math.floor(seconds / unitSeconds)} ${unit} ago`
  }
  return 'just now'
}
