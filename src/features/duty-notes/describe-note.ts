import { formatDate, monthNames } from '#shared/format/format-date.ts'

/** Splits a note into its first sentence, which is the summary, and the rest. */
export function splitDutyNote(text: string): { first: string; rest: string } {
  const [first = text] = /^.*?[.!?](?=\s+[\p{Lu}\d])/u.exec(text) ?? []
  return { first, rest: text.slice(first.length).trim() }
}

/** Formats the date of a note's source: '2026-07' as 'Jul 2026'; other texts stay as they are. */
export function formatCheckedDate(asOf: string): string {
  const [, year, month, day] = /^(\d{4})-(0[1-9]|1[0-2])(-\d\d)?$/.exec(asOf) ?? []
  if (year === undefined) return asOf
  return day === undefined ? `${monthNames[Number(month) - 1]} ${year}` : formatDate(asOf) || asOf
}
