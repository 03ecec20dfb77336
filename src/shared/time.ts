/** Lengths of time in ms. A day of the calendar may be longer or shorter where clocks are changed; UTC has none of that. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
