import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'
import { DAY_MS } from '#shared/time.ts'

const maxTracked = 20_000
const windowMs = DAY_MS
/** The minimum time before an image is queued again. */
const repeatAfterMs = 600_000

/**
 * Counts requests for images and calls `onPopular` when an image is requested `minRequests` times within a day. One
 * request means little, because search engines load every image once.
 */
export function createPopularityCounter({
  minRequests,
  onPopular,
}: {
  minRequests: number
  onPopular: (hash: string) => void
}) {
  const viewCounts = createBoundedCache<number>(maxTracked, { ttl: windowMs })
  const recentlyQueued = createBoundedCache<true>(maxTracked, { ttl: repeatAfterMs })
  return (hash: string, width: number): void => {
    if (recentlyQueued.get(hash)) return
    const key = `${hash}/${width}`
    const count = (viewCounts.get(key) ?? 0) + 1
    viewCounts.set(key, count)
    if (count < minRequests) return
    viewCounts.delete(key)
    recentlyQueued.set(hash, true)
    onPopular(hash)
  }
}
