import { partialMatchKey } from '@tanstack/react-query'
import type { QueryKey } from '#shared/contract.ts'
import { countBytes, type EncodedResponse } from '#shared/server/encoded-response.ts'
import { ByteLru } from './byte-lru.ts'
import type { Invalidation } from './invalidation.ts'

export type ByteCache = ReturnType<typeof createByteCache>
export type ByteCacheOptions = { maxBytes: number; maxAgeMs: number; invalidation: Invalidation }
/** Memory that an entry takes besides its bytes; without it, small answers would take ten times the bound. */
const entryOverheadBytes = 2_000

type CachedResponse = { finished: EncodedResponse; used: QueryKey[]; until: number }

/** Finished responses by URL, dropped as soon as a query they were made from is invalidated. */
export function createByteCache({ maxBytes, maxAgeMs, invalidation }: ByteCacheOptions) {
  const entries = new ByteLru<CachedResponse>(maxBytes)
  const droppers = new Set<() => void>()
  let generation = 0

  function get(key: string): EncodedResponse | undefined {
    const kept = entries.get(key)
    if (kept === undefined || kept.until > Date.now()) return kept?.finished
    entries.delete(key)
    return undefined
  }

  /** What was read before a write may be stale, so a response begun under an earlier mark is not cached. */
  function set(
    key: string,
    finished: EncodedResponse,
    { used, begun }: { used: QueryKey[]; begun: number },
  ): void {
    if (begun !== generation || maxBytes === 0) return
    const bytes = countBytes(finished) + key.length + entryOverheadBytes
    entries.set(key, { finished, used, until: Date.now() + maxAgeMs }, bytes)
  }

  function drop(stale: QueryKey[]): void {
    generation += 1
    for (const dropper of droppers) dropper()
    for (const key of entries.keys()) {
      const used = entries.peek(key)?.used ?? []
      if (stale.some((prefix) => used.some((query) => partialMatchKey(query, prefix)))) entries.delete(key)
    }
  }

  const close = invalidation.subscribe(drop)
  return {
    get,
    set,
    close,
    /** Called at every invalidation; work begun before it must not be joined afterwards. */
    onDrop: (dropper: () => void) => droppers.add(dropper),
    mark: () => generation,
    size: () => entries.size,
    bytes: () => entries.bytes,
  }
}
