import { partialMatchKey } from '@tanstack/react-query'
import type { QueryKey } from '#shared/contract.ts'
import { countBytes, type EncodedResponse } from '#shared/server/encoded-response.ts'
import { ByteLru } from './byte-lru.ts'
import type { Invalidation } from './invalidation.ts'

export type ByteCache = ReturnType<typeof createByteCache>
export type ByteCacheOptions = { maxBytes: number; maxAgeMs: number; invalidation: Invalidation }
/** Memory that an entry takes besides its bytes; without it, small responses would take ten times the limit. */
const entryOverheadBytes = 2_000

type CachedResponse = { finished: EncodedResponse; usedQueries: QueryKey[]; expiresAt: number }

/** Finished responses by URL, dropped as soon as a query they were made from is invalidated. */
export function createByteCache({ maxBytes, maxAgeMs, invalidation }: ByteCacheOptions) {
  const entries = new ByteLru<CachedResponse>(maxBytes)
  const dropListeners = new Set<() => void>()
  let generation = 0

  function get(key: string): EncodedResponse | undefined {
    const cached = entries.get(key)
    if (cached === undefined || cached.expiresAt > Date.now()) return cached?.finished
    entries.delete(key)
    return undefined
  }

  /** A response begun before the last invalidation may be stale and is not cached. */
  function set(
    key: string,
    finished: EncodedResponse,
    { usedQueries, startMark }: { usedQueries: QueryKey[]; startMark: number },
  ): void {
    if (startMark !== generation || maxBytes === 0) return
    const bytes = countBytes(finished) + key.length + entryOverheadBytes
    entries.set(key, { finished, usedQueries, expiresAt: Date.now() + maxAgeMs }, bytes)
  }

  function drop(stale: QueryKey[]): void {
    generation += 1
    for (const listener of dropListeners) listener()
    for (const key of entries.keys()) {
      const usedQueries = entries.peek(key)?.usedQueries ?? []
      if (stale.some((prefix) => usedQueries.some((query) => partialMatchKey(query, prefix))))
        entries.delete(key)
    }
  }

  const close = invalidation.subscribe(drop)
  return {
    get,
    set,
    close,
    /** Called at every invalidation; work begun before it must not be joined afterwards. */
    onDrop: (listener: () => void) => dropListeners.add(listener),
    mark: () => generation,
    size: () => entries.size,
    bytes: () => entries.bytes,
  }
}
