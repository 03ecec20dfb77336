import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'
import { DAY_MS } from '#shared/time.ts'

const maxTracked = 20_000
const windowMs = DAY_MS
/** How long a picture that was asked for is not asked for again. */
const repeatAfterMs = 600_000

/**
 * Counts requests of images. One that is requested `enough` times within a day is worth more work; `ask` is
 * called once. The first request means little: search engines and one-off visitors load every image once.
 */
export function createPopularityCounter({ enough, ask }: { enough: number; ask: (hash: string) => void }) {
  const viewCounts = createBoundedCache<number>(maxTracked, { ttl: windowMs })
  const recentlyQueued = createBoundedCache<true>(maxTracked, { ttl: repeatAfterMs })
  return (hash: string, width: number): void => {
    if (recentlyQueued.get(hash)) return
    const key = `${hash}/${width}`
    const count = (viewCounts.get(key) ?? 0) + 1
    viewCounts.set(key, count)
    if (count < enough) return
    viewCounts.delete(key)
    recentlyQueued.set(hash, true)
    ask(hash)
  }
}
