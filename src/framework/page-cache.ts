import type { QueryKey } from '#shared/contract.ts'
import { type SharedWork, shareWork } from '#shared/server/access/askers.ts'
import type { ByteCache } from '#shared/server/cache/byte-cache.ts'
import { compressResponse, type EncodedResponse } from '#shared/server/encoded-response.ts'

export type MadePage = { page: EncodedResponse; usedQueries: QueryKey[]; keep: boolean }
export type PageCache = ReturnType<typeof createPageCache>

/** Finished pages by canonical URL; one rendering serves all requests that come while it runs. */
export function createPageCache(cache: ByteCache) {
  const flights = new Map<string, SharedWork<EncodedResponse>>()
  cache.onDrop(() => flights.clear())

  async function makeAndKeep(key: string, make: () => Promise<MadePage>): Promise<EncodedResponse> {
    const startMark = cache.mark()
    const { page, usedQueries, keep } = await make()
    const packed = await compressResponse(page)
    if (keep) cache.set(key, packed, { usedQueries: usedQueries, startMark })
    return packed
  }

  function getOrMake(key: string, make: () => Promise<MadePage>): Promise<EncodedResponse> {
    const running = flights.get(key)
    if (running) return running.join()
    const flight = shareWork(() => makeAndKeep(key, make))
    flights.set(key, flight)
    return flight.result.finally(() => flights.get(key) === flight && flights.delete(key))
  }

  return { get: cache.get, getOrMake }
}
