import { type ImageWidth, imageWidths } from '#shared/image-urls.ts'
import { type SharedWork, shareWork } from '#shared/server/access/requesters.ts'
import { ByteLru } from '#shared/server/cache/byte-lru.ts'
import { type ImageFormat, imageFormats } from './image-store.ts'

/** Bytes, what they are, their strong tag, and whether they will never be better. */
export type ServedImage = { bytes: Buffer; format: ImageFormat; etag: string; isFinal: boolean }
export type ImageRequest = { hash: string; width: ImageWidth; format: ImageFormat }
export type FindImage = (request: ImageRequest) => Promise<ServedImage | undefined>

/** Caches the last ones in memory and loads each once, however many requests there are. */
export function createImageMemoryCache(load: FindImage, maxBytes: number) {
  const memory = new ByteLru<ServedImage>(maxBytes)
  const flights = new Map<string, SharedWork<ServedImage | undefined>>()

  async function loadAndKeep(key: string, request: ImageRequest): Promise<ServedImage | undefined> {
    try {
      const picture = await load(request)
      if (picture?.isFinal) memory.set(key, picture, picture.bytes.length)
      return picture
    } finally {
      flights.delete(key)
    }
  }

  const find: FindImage = async (request) => {
    const key = getCacheKey(request)
    const cached = memory.get(key)
    if (cached) return cached
    const flight = flights.get(key) ?? shareWork(() => loadAndKeep(key, request))
    flights.set(key, flight)
    return flight.join()
  }
  return {
    find,
    /** After the work in progress, which would bring it back. */
    async forget(hash: string): Promise<void> {
      const keys = imageFormats.flatMap((format) =>
        imageWidths.map((width) => getCacheKey({ hash, width, format })),
      )
      await Promise.allSettled(keys.map((key) => flights.get(key)?.result))
      for (const key of keys) memory.delete(key)
    },
  }
}

function getCacheKey({ hash, width, format }: ImageRequest): string {
  return `${hash}/${width}.${format}`
}
