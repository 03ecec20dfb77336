import { partialMatchKey } from '@tanstack/react-query'
import type { QueryKey } from '#shared/contract.ts'
import { countBytes, type EncodedResponse } from '#shared/server/encoded-response.ts'
import { ByteLru } from './byte-lru.ts'
import type { Invalidation } from './invalidation.ts'

export type ByteCache = ReturnType<typeof createByteCache>
export type ByteCacheOptions = { maxBytes: number; maxAgeMs: number; invalidation: Invalidation }
/** Memory that an entry takes besides its bytes; without it, small responses would take ten times the limit. */
const entryOverheadBytes = 2_000

type CachedResponse = { response: EncodedResponse; usedQueries: QueryKey[]; expiresAtMs: number }

/** Caches complete responses by URL. A response is deleted as soon as a query that it contains is invalidated. */
export function createByteCache({ maxBytes, maxAgeMs, invalidation }: ByteCacheOptions) {
  const entries = new ByteLru<CachedResponse>(maxBytes)
  const invalidationListeners = new Set<() => void>()
  let generation = 0

  function get(key: string): EncodedResponse | undefined {
    const cached = entries.get(key)
    if (cached === undefined || cached.expiresAtMs > Date.now()) return cached?.response
    entries.delete(key)
    return undefined
  }

  /** Caches a response, unless its creation began before the last invalidation: then it may be stale. */
  function set(
    key: string,
    response: EncodedResponse,
    { usedQueries, startGeneration }: { usedQueries: QueryKey[]; startGeneration: number },
  ): void {
    if (startGeneration !== generation || maxBytes === 0) return
    const bytes = countBytes(response) + key.length + entryOverheadBytes
    entries.set(key, { response, usedQueries, expiresAtMs: Date.now() + maxAgeMs }, bytes)
  }

  function deleteStale(stale: QueryKey[]): void {
    generation += 1
    for (const listener of invalidationListeners) listener()
    for (const key of entries.keys()) {
      const usedQueries = entries.peek(key)?.usedQueries ?? []
      if (stale.some((prefix) => usedQueries.some((query) => partialMatchKey(query, prefix))))
        entries.delete(key)
    }
  }

  const close = invalidation.subscribe(deleteStale)
  return {
    get,
    set,
    close,
    /** Called at every invalidation; work begun before it must not be joined afterwards. */
    onInvalidation: (listener: () => void) => invalidationListeners.add(listener),
    getGeneration: () => generation,
    size: () => entries.size,
    bytes: () => entries.bytes,
  }
}
