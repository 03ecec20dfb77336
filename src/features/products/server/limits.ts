import { MINUTE_MS } from '#shared/time.ts'

export const serverLimits = {
  /** Items that are requested from outside sources for one network. No visitor opens that many item pages. */
  requestedItems: { count: 120, seconds: 300 },
  /** The time in which a visitor counts as one view of a product. */
  viewWindowMs: 30 * MINUTE_MS,
  /** Views of a product per network in that time. One client may pretend to be many visitors. */
  viewsPerNetwork: 20,
} as const
