import type { Confidence } from '#shared/freight/rate-card.ts'

/**
 * How far a price can be trusted: 1, the best, is a published or derived price not older than two years; 2 is an older
 * or undated one; 3 has no published price.
 */
export const trustClasses = [1, 2, 3] as const
export type TrustClass = (typeof trustClasses)[number]

/** Where a price comes from; `asOf` is its year. Null where the card does not say. */
export type PriceOrigin = { readonly confidence: Confidence | null; readonly asOf: number | null }

/** The age in years up to which a price is not old. */
const maxAgeYears = 2

/** The one rule for the class of a price. Without `year`, the current year, no dated price is old. */
export function getTrustClass({ confidence, asOf }: PriceOrigin, year: number | undefined): TrustClass {
  if (confidence === 'illustrative') return 3
  if (asOf === null) return 2
  return year === undefined || year - asOf <= maxAgeYears ? 1 : 2
}
