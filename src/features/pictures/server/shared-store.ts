import type { FastifyBaseLogger } from 'fastify'
import { createBoundedCache } from '#shared/server/bounded-cache.ts'
import type { Bucket } from './bucket.ts'
import { drawnAmong, formatOf, isWhole, type PictureFile, type PictureStore } from './store.ts'

type SharedStoreDeps = { disk: PictureStore; bucket: Bucket; log: Pick<FastifyBaseLogger, 'warn'> }

/** How long the bucket is not asked again for what it did not have. */
const absentMs = 30_000

const keyOf = (hash: string, file: string) => `pictures/${hash}/${file}`

/**
 * The disk first, and behind it a bucket that several instances share and that is never cleaned up by us. A
 * bucket that fails costs time and no image.
 */
export function createSharedStore({ disk, bucket, log }: SharedStoreDeps): PictureStore {
  const warn = (error: unknown) =>
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'the picture bucket failed')

  const absent = createBoundedCache<true>(20_000, { ttl: absentMs })

  async function readShared(hash: string, file: PictureFile): Promise<Buffer | undefined> {
    const key = keyOf(hash, file)
    if (absent.get(key)) return undefined
    const bytes = await bucket.read(key).catch(warn)
    if (!bytes || !isWhole(bytes, file)) {
      absent.set(key, true)
      return undefined
    }
    await disk.write(hash, file, bytes).catch(() => {}) // a full disk costs time, too
    return bytes
  }

  return {
    read: async (hash, file) => (await disk.read(hash, file)) ?? readShared(hash, file),
    async write(hash, file, bytes) {
      // The request does not wait for the bucket: its image is served from here.
      bucket.write(keyOf(hash, file), bytes, `image/${formatOf(file)}`).catch(warn)
      await disk.write(hash, file, bytes)
    },
    async filesOf(hash) {
      const keys = (await bucket.list(keyOf(hash, '')).catch(warn)) ?? []
      const shared = keys.map((key) => key.split('/').at(-1) ?? '')
      return drawnAmong([...(await disk.filesOf(hash)), ...shared])
    },
    async remove(hash) {
      const keys = (await bucket.list(keyOf(hash, '')).catch(warn)) ?? []
      for (const key of keys) {
        await bucket.remove(key).catch(warn)
        absent.set(key, true)
      }
      await disk.remove(hash)
    },
    touch: (hash) => disk.touch(hash),
  }
}
