import type { RateLimit } from '#shared/contract.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { getNetwork, type RateLimits } from '#shared/server/access/rate-limits.ts'
import { createOutcomeCache } from '#shared/server/cache/outcome-cache.ts'

const maxCached = 20_000

type LookupLimitDeps = {
  limits: Pick<RateLimits, 'count'>
  /** The name of the limit's counters, one per network. */
  rule: string
  limit: RateLimit
  /** Whether a lookup is free, because the stored answer is still valid. */
  isFree?: (item: ItemKey) => Promise<boolean>
  /** For this time, repeated lookups of an item by a network do not count again. */
  repeatFreeMs: number
  clock: () => number
}

/**
 * Counts the items that a network has looked up at sources, each once however often it is requested; throws 429 above
 * the limit. Without the limit, any visitor could make us query sources for endless made-up ids.
 */
export function createLookupLimit({ limits, rule, limit, isFree, repeatFreeMs, clock }: LookupLimitDeps) {
  const admitOnce = createOutcomeCache<true>({
    maxEntries: maxCached,
    getLifetimeMs: () => repeatFreeMs,
    clock,
  })
  return (item: ItemKey, visitor: string): Promise<true> => {
    const network = getNetwork(visitor)
    return admitOnce(`${network} ${item.shopType}/${item.itemId}`, async () => {
      if (!(await isFree?.(item))) await limits.count(rule, network, limit)
      return true
    })
  }
}
