/** The maximum lengths of texts in characters. */
export const dutyNoteLimits = { text: 600, asOf: 40, source: 200 } as const
/** The maximum size of a file: enough for notes of all countries at their full length. */
export const maxDutyFileBytes = 1024 * 1024
