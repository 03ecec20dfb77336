import { LRUCache } from 'lru-cache'

type Options = {
  /** How long an entry counts, in whole ms, unless `set` says; without one until others push it out. */
  ttl?: number
  /** In ms. */
  clock?: () => number
}

/** The entries that were used last, at most `maxEntries`. Memory is taken as they come: `max` would take all of it at once. */
export function createBoundedCache<V extends {}>(
  maxEntries: number,
  { ttl, clock = Date.now }: Options = {},
): LRUCache<string, V> {
  return new LRUCache({
    maxSize: maxEntries,
    sizeCalculation: () => 1,
    ttl: ttl === undefined ? 0 : Math.max(1, ttl), // 0 would be without end
    ttlResolution: 0, // else the time is read again only after a millisecond of the real clock
    perf: { now: clock },
  })
}
