import type { ShippingOption } from '#features/freight/option.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The note for a line without published prices. */
export const roughEstimate = 'Rough estimate: no published price for this country.'

/** Describes the source of a line's prices, with the month that the source names. */
export function describeFigureSource({
  confidence,
  source,
}: Pick<ShippingOption, 'confidence' | 'source'>): string {
  const month = findMonth(source ?? '')
  const quote = month === undefined ? 'a public quote' : `a public quote of ${month}`
  if (confidence === 'sourced') return `Estimate based on unit prices in ${quote}.`
  if (confidence === 'derived') return `Estimate derived from ${quote}.`
  if (confidence === 'illustrative') return roughEstimate
  return source === null ? 'Estimate. No source given.' : 'Estimate.'
}

/** The first day or month in a text, as 'January 2026'. */
function findMonth(text: string): string | undefined {
  const [, year, month] = /\b(20\d\d)-(0[1-9]|1[0-2])\b/.exec(text) ?? []
  return year === undefined ? undefined : `${months[Number(month) - 1]} ${year}`
}
