import type { Limit } from '#shared/contract.ts'
import type { ItemKey } from '#shared/shops.ts'
import { createOutcomeCache } from './outcome-cache.ts'
import { networkOf, type RateLimits } from './rate-limits.ts'

const remembered = 20_000

type LookupLimitDeps = {
  limits: Pick<RateLimits, 'count'>
  /** What is counted, for each network. */
  rule: string
  limit: Limit
  /** Whether asking for it costs nothing, because what is stored of it counts. */
  isKnown?: (item: ItemKey) => Promise<boolean>
  /** How long a visitor may have an item asked for again without it counting once more, in ms. */
  restMs: number
  clock: () => number
}

/**
 * Counts how many items a network has asked for outside, each once however many ask; throws 429 for one too many. Else
 * anybody could have sources asked for numbers without end.
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
