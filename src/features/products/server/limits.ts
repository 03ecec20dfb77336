import { MINUTE_MS } from '#shared/time.ts'

export const serverLimits = {
  /** Items that outside sources are asked for, for one network. Nobody opens so many pages. */
  askedItems: { count: 120, seconds: 300 },
  /** One view of a product is counted per visitor in this time. */
  viewWindowMs: 30 * MINUTE_MS,
  /** Of so many visitors of one network, which may be one who says to be many. */
  viewsOfNetwork: 20,
} as const
