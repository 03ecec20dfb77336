/** What §2 has Popular say of the site. */
export const popularClaims = [
  'trusted by 500K+ shoppers',
  'all links verified active',
  'real-time updates',
  'works with the agent of your choice',
] as const
/** What §2 has QC Lookup say. */
export const qcLookupPoints = [
  'real customer photos',
  'avoid bait and switch sellers',
  'updated daily',
] as const

export const claims = [...popularClaims, ...qcLookupPoints] as const
export type Claim = (typeof claims)[number]

/** What decides on the claims of a site (059). */
export type ClaimGrounds = {
  hasItems: boolean
  /** All of them are drawn: the site is on a loopback address, or shows the demo catalogue alone. */
  isDemo: boolean
  /** Those that the operator's file keeps. */
  kept: readonly Claim[]
  /** Every item's link led to it within 7 days. */
  areLinksChecked: boolean
  /** Something changed within 24 hours. */
  isRecent: boolean
}

/** The claims that are drawn. */
export function listDrawnClaims({
  hasItems,
  isDemo,
  kept,
  areLinksChecked,
  isRecent,
}: ClaimGrounds): Claim[] {
  if (!hasItems) return []
  const holds: Partial<Record<Claim, boolean>> = {
    'trusted by 500K+ shoppers': false,
    'all links verified active': areLinksChecked,
    'real-time updates': isRecent,
    'updated daily': isRecent,
  }
  return claims.filter((claim) => isDemo || kept.includes(claim) || (holds[claim] ?? true))
}
