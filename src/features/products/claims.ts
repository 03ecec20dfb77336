/** The claims about the site on Popular (§2). */
export const popularClaims = [
  'trusted by 500K+ shoppers',
  'all links verified active',
  'real-time updates',
  'works with the agent of your choice',
] as const
/** The claims of QC Lookup (§2). */
export const qcLookupPoints = [
  'real customer photos',
  'avoid bait and switch sellers',
  'updated daily',
] as const

export const claims = [...popularClaims, ...qcLookupPoints] as const
export type Claim = (typeof claims)[number]

/** The conditions that decide which claims a site shows (059). */
export type ClaimConditions = {
  hasItems: boolean
  /** The site is on a loopback address or contains only the demo catalogue. Then all claims are shown. */
  isDemo: boolean
  /** The claims that the operator's file confirms. */
  confirmed: readonly Claim[]
  /** Every item was returned by a source within 7 days. */
  areLinksChecked: boolean
  /** Something changed within 24 hours. */
  isRecent: boolean
}

/** The claims that the site shows: those that are confirmed or true. None while the list is empty. */
export function listDrawnClaims({
  hasItems,
  isDemo,
  confirmed,
  areLinksChecked,
  isRecent,
}: ClaimConditions): Claim[] {
  if (!hasItems) return []
  const isTrue: Partial<Record<Claim, boolean>> = {
    'trusted by 500K+ shoppers': false,
    'all links verified active': areLinksChecked,
    'real-time updates': isRecent,
    'updated daily': isRecent,
  }
  return claims.filter((claim) => isDemo || confirmed.includes(claim) || (isTrue[claim] ?? true))
}
