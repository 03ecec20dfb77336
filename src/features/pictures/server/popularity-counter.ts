import { ExpiringMap } from '#shared/server/expiring-map.ts'

const watched = 20_000
const windowMs = 24 * 3_600_000
/** How long a picture that was asked for is not asked for again. */
const askedMs = 600_000

/**
 * Counts who looks at what. A picture that is looked at `enough` times within a day is worth more work; `ask` is told
 * once. The first look says little: search engines and one-off visitors take every picture once.
 */
export function createPopularityCounter({ enough, ask }: { enough: number; ask: (hash: string) => void }) {
  const looks = new ExpiringMap<number>(watched)
  const asked = new ExpiringMap<true>(watched)
  return (hash: string, width: number): void => {
    if (asked.get(hash)) return
    const key = `${hash}/${width}`
    const count = (looks.get(key) ?? 0) + 1
    looks.set(key, count, windowMs)
    if (count < enough) return
    looks.delete(key)
    asked.set(hash, true, askedMs)
    ask(hash)
  }
}
