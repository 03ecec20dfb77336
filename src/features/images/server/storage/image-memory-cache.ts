import { type ImageWidth, imageWidths } from '#shared/image-urls.ts'
import { type SharedWork, shareWork } from '#shared/server/access/requesters.ts'
import { ByteLru } from '#shared/server/cache/byte-lru.ts'
import { type ImageFormat, imageFormats } from './image-store.ts'

/** An image to serve, with its strong ETag; `isFinal` is false for a substitute. */
export type ServedImage = { bytes: Buffer; format: ImageFormat; etag: string; isFinal: boolean }
export type ImageRequest = { hash: string; width: ImageWidth; format: ImageFormat }
export type FindImage = (request: ImageRequest) => Promise<ServedImage | undefined>

/** Caches the last images in memory and loads each once for concurrent requests. */
export function createImageMemoryCache(load: FindImage, maxBytes: number) {
  const memory = new ByteLru<ServedImage>(maxBytes)
  const pendingLoads = new Map<string, SharedWork<ServedImage | undefined>>()

  async function loadAndCache(key: string, request: ImageRequest): Promise<ServedImage | undefined> {
    try {
      const picture = await load(request)
      if (picture?.isFinal) memory.set(key, picture, picture.bytes.length)
      return picture
    } finally {
      pendingLoads.delete(key)
    }
  }

  const find: FindImage = async (request) => {
    const key = getCacheKey(request)
    const cached = memory.get(key)
    if (cached) return cached
    const pendingLoad = pendingLoads.get(key) ?? shareWork(() => loadAndCache(key, request))
    pendingLoads.set(key, pendingLoad)
    return pendingLoad.join()
  }
  return {
    find,
    /** Removes an image. Waits for pending loads first, because they would add it again. */
    async deleteImage(hash: string): Promise<void> {
      const keys = imageFormats.flatMap((format) =>
        imageWidths.map((width) => getCacheKey({ hash, width, format })),
      )
      await Promise.allSettled(keys.map((key) => pendingLoads.get(key)?.result))
      for (const key of keys) memory.delete(key)
    },
  }
}

function getCacheKey({ hash, width, format }: ImageRequest): string {
  return `${hash}/${width}.${format}`
}
