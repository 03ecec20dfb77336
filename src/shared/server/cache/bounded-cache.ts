import { LRUCache } from 'lru-cache'

type BoundedCacheOptions = {
  /** Lifetime of an entry in whole ms, unless `set` has one; without it entries stay until they are evicted. */
  ttl?: number
  /** The current time in ms. */
  clock?: () => number
}

/**
 * Caches the most recently used entries, at most `maxEntries`. Memory grows with the entries: the option
 * `max` would allocate all of it at once.
 */
export function createBoundedCache<V extends {}>(
  maxEntries: number,
  { ttl, clock = Date.now }: BoundedCacheOptions = {},
): LRUCache<string, V> {
  return new LRUCache({
    maxSize: maxEntries,
    sizeCalculation: () => 1,
    ttl: ttl === undefined ? 0 : Math.max(1, ttl), // 0 would mean no expiry
    ttlResolution: 0, // otherwise the time is read again only after a millisecond of the real clock
    perf: { now: clock },
  })
}
