import type { QueryKey } from '#shared/contract.ts'
import { type SharedWork, shareWork } from '#shared/server/access/requesters.ts'
import type { ByteCache } from '#shared/server/cache/byte-cache.ts'
import { compressResponse, type EncodedResponse } from '#shared/server/encoded-response.ts'

export type MadePage = { page: EncodedResponse; usedQueries: QueryKey[]; shouldCache: boolean }
export type PageCache = ReturnType<typeof createPageCache>

/** Finished pages by canonical URL; one rendering serves all requests that come while it runs. */
export function createPageCache(cache: ByteCache) {
  const renderings = new Map<string, SharedWork<EncodedResponse>>()
  cache.onInvalidation(() => renderings.clear())

  async function makeAndCache(key: string, make: () => Promise<MadePage>): Promise<EncodedResponse> {
    const startGeneration = cache.getGeneration()
    const { page, usedQueries, shouldCache } = await make()
    const compressed = await compressResponse(page)
    if (shouldCache) cache.set(key, compressed, { usedQueries, startGeneration })
    return compressed
  }

  function getOrMake(key: string, make: () => Promise<MadePage>): Promise<EncodedResponse> {
    const current = renderings.get(key)
    if (current) return current.join()
    const rendering = shareWork(() => makeAndCache(key, make))
    renderings.set(key, rendering)
    return rendering.result.finally(() => renderings.get(key) === rendering && renderings.delete(key))
  }

  return { get: cache.get, getOrMake }
}
