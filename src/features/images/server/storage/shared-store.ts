import type { FastifyBaseLogger } from 'fastify'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'
import type { Bucket } from './bucket.ts'
import {
  filterRenditionFiles,
  getFormat,
  type ImageStore,
  isCompleteImage,
  type StoredFile,
} from './image-store.ts'

type SharedStoreDeps = { disk: ImageStore; bucket: Bucket; log: Pick<FastifyBaseLogger, 'warn'> }

/** The minimum time before the bucket is requested again for a missing object. */
const absentMs = 30_000

const getBucketKey = (hash: string, file: string) => `pictures/${hash}/${file}`

/**
 * Stores images on the disk and in a bucket that several instances share. The bucket is never cleaned up here. When it
 * fails, images are still served, only slower.
 */
export function createSharedStore({ disk, bucket, log }: SharedStoreDeps): ImageStore {
  const warn = (error: unknown) =>
    log.warn(
      { reason: error instanceof Error ? error.message : 'unknown' },
      'The image bucket failed. Images are served from disk and original until it works again.',
    )

  const absent = createBoundedCache<true>(20_000, { ttl: absentMs })

  async function readShared(hash: string, file: StoredFile): Promise<Buffer | undefined> {
    const key = getBucketKey(hash, file)
    if (absent.get(key)) return undefined
    const bytes = await bucket.read(key).catch(warn)
    if (!bytes || !isCompleteImage(bytes, file)) {
      absent.set(key, true)
      return undefined
    }
    await disk.write(hash, file, bytes).catch(() => {}) // a full disk only makes the next request slower
    return bytes
  }

  return {
    read: async (hash, file) => (await disk.read(hash, file)) ?? readShared(hash, file),
    async write(hash, file, bytes) {
      // The request does not wait for the bucket: the image is served from the disk.
      bucket.write(getBucketKey(hash, file), bytes, `image/${getFormat(file)}`).catch(warn)
      await disk.write(hash, file, bytes)
    },
    async listFiles(hash) {
      const keys = (await bucket.list(getBucketKey(hash, '')).catch(warn)) ?? []
      const shared = keys.map((key) => key.split('/').at(-1) ?? '')
      return filterRenditionFiles([...(await disk.listFiles(hash)), ...shared])
    },
    async remove(hash) {
      const keys = (await bucket.list(getBucketKey(hash, '')).catch(warn)) ?? []
      for (const key of keys) {
        await bucket.remove(key).catch(warn)
        absent.set(key, true)
      }
      await disk.remove(hash)
    },
    touch: (hash) => disk.touch(hash),
  }
}
