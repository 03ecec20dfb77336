import type { FastifyBaseLogger } from 'fastify'
import type { ImageWidth } from '#shared/image-urls.ts'
import type { ImageStore, StoredFile } from '../storage/image-store.ts'
import type { MetadataCache } from '../storage/metadata-cache.ts'
import { extractMetadata } from './image-metadata.ts'
import type { RenderPool } from './render-pool.ts'
import { renderWebp } from './transcode.ts'

type ImageRendererDeps = {
  store: ImageStore
  pool: RenderPool
  metadata: MetadataCache
  log: Pick<FastifyBaseLogger, 'warn'>
}
export type ImageRenderer = ReturnType<typeof createImageRenderer>

/** Renders WebP from originals, stores the results, and records metadata. */
export function createImageRenderer({ store, pool, metadata, log }: ImageRendererDeps) {
  async function keep(hash: string, file: StoredFile, bytes: Buffer): Promise<void> {
    // When the disk is full, images are rendered at each request, but still served.
    await store
      .write(hash, file, bytes)
      .catch((err) =>
        log.warn({ err }, 'A rendered image could not be stored. It is rendered again at the next request.'),
      )
  }

  /** Renders one width of a loaded original; the first one also records the metadata. */
  async function renderFrom(original: Buffer, hash: string, width: ImageWidth): Promise<Buffer> {
    const bytes = await pool.draw(original, (bytes) => renderWebp(bytes, width))
    await keep(hash, `${width}.webp`, bytes)
    if (!metadata.isKnown(hash)) await learnMetadata(original, hash, bytes)
    return bytes
  }

  async function learnMetadata(original: Buffer, hash: string, rendered: Buffer): Promise<void> {
    try {
      await metadata.learn(hash, await extractMetadata(original, rendered))
    } catch (err) {
      log.warn({ err, picture: hash }, 'The metadata of an image could not be read. Its size stays unknown.')
    }
  }

  return { keep, renderFrom }
}
