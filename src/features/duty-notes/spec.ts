/** Lengths in characters. */
export const dutyNoteLimits = { text: 600, asOf: 40, source: 200 } as const
