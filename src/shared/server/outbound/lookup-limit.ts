import type { RateLimit } from '#shared/contract.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { getNetwork, type RateLimits } from '#shared/server/access/rate-limits.ts'
import { createOutcomeCache } from '#shared/server/cache/outcome-cache.ts'

const maxCached = 20_000

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
 * Counts the items that a network has looked up at sources, each once however often it is requested; throws 429 above
 * the limit. Without the limit, any visitor could make us query sources for endless made-up ids.
 */
export function createLookupLimit({ limits, rule, limit, isKnown, restMs, clock }: LookupLimitDeps) {
  const admitOnce = createOutcomeCache<true>({ maxEntries: maxCached, getLifeMs: () => restMs, clock })
  return (item: ItemKey, visitor: string): Promise<true> => {
    const network = getNetwork(visitor)
    return admitOnce(`${network} ${item.shopType}/${item.itemId}`, async () => {
      if (!(await isKnown?.(item))) await limits.count(rule, network, limit)
      return true
    })
  }
}
