import { type PictureWidth, pictureWidths } from '#shared/image-urls.ts'
import { type Shared, share } from '#shared/server/askers.ts'
import { ByteLru } from '#shared/server/byte-lru.ts'
import { formats, type PictureFormat } from './store.ts'

/** Bytes, what they are, their strong tag, and whether they will never be better. */
export type Picture = { bytes: Buffer; format: PictureFormat; etag: string; isFinal: boolean }
export type Asked = { hash: string; width: PictureWidth; format: PictureFormat }
export type FindPicture = (asked: Asked) => Promise<Picture | undefined>

/** Caches the last ones in memory and loads each once, however many requests there are. */
export function createImageMemoryCache(load: FindPicture, maxBytes: number) {
  const memory = new ByteLru<Picture>(maxBytes)
  const flights = new Map<string, Shared<Picture | undefined>>()

  async function loadAndKeep(key: string, asked: Asked): Promise<Picture | undefined> {
    try {
      const picture = await load(asked)
      if (picture?.isFinal) memory.set(key, picture, picture.bytes.length)
      return picture
    } finally {
      flights.delete(key)
    }
  }

  const find: FindPicture = async (asked) => {
    const key = keyOf(asked)
    const known = memory.get(key)
    if (known) return known
    const flight = flights.get(key) ?? share(() => loadAndKeep(key, asked))
    flights.set(key, flight)
    return flight.join()
  }
  return {
    find,
    /** After the work in progress, which would bring it back. */
    async forget(hash: string): Promise<void> {
      const keys = formats.flatMap((format) => pictureWidths.map((width) => keyOf({ hash, width, format })))
      await Promise.allSettled(keys.map((key) => flights.get(key)?.result))
      for (const key of keys) memory.delete(key)
    },
  }
}

function keyOf({ hash, width, format }: Asked): string {
  return `${hash}/${width}.${format}`
}
