import type { Limit } from '#shared/contract.ts'
import type { ItemKey } from '#shared/shops.ts'
import { createOutcomeCache } from './outcome-cache.ts'
import { networkOf, type RateLimits } from './rate-limits.ts'

const remembered = 20_000

type LookupLimitDeps = {
  limits: Pick<RateLimits, 'count'>
  /** What is counted, per network. */
  rule: string
  limit: Limit
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
  const admitOnce = createOutcomeCache<true>({ maxEntries: remembered, lifeOf: () => restMs, clock })
  return (item: ItemKey, visitor: string): Promise<true> => {
    const network = networkOf(visitor)
    return admitOnce(`${network} ${item.shopType}/${item.itemId}`, async () => {
      if (!(await isKnown?.(item))) await limits.count(rule, network, limit)
      return true
    })
  }
}
