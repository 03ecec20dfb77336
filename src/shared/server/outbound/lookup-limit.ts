import type { RateLimit } from '#shared/contract.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { getNetwork, type RateLimits } from '#shared/server/access/rate-limits.ts'
import { createOutcomeCache } from '#shared/server/cache/outcome-cache.ts'

const maxRemembered = 20_000

type LookupLimitDeps = {
  limits: Pick<RateLimits, 'count'>
  /** What is counted, per network. */
  rule: string
  limit: RateLimit
  /** Whether a lookup is free, because the stored answer is still valid. */
  isKnown?: (item: ItemKey) => Promise<boolean>
  /** For how long a visitor's repeated lookup of an item does not count again, in ms. */
  restMs: number
  clock: () => number
}

/**
 * Counts the items that a network has had looked up outside, each once however many visitors ask; throws 429
 * above the limit. Without it any visitor could make us query sources for made-up ids without end.
 */
export function createLookupLimit({ limits, rule, limit, isKnown, restMs, clock }: LookupLimitDeps) {
  const admitOnce = createOutcomeCache<true>({ maxEntries: maxRemembered, getLifeMs: () => restMs, clock })
  return (item: ItemKey, visitor: string): Promise<true> => {
    const network = getNetwork(visitor)
    return admitOnce(`${network} ${item.shopType}/${item.itemId}`, async () => {
      if (!(await isKnown?.(item))) await limits.count(rule, network, limit)
      return true
    })
  }
}
