import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/db.ts'
import { RequestError } from '#shared/failure.ts'
import type { ImageWidth } from '#shared/image-urls.ts'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'
import { type ImageLimits, tooSlowToDraw } from '../../limits.ts'
import { findImageSource } from '../image-repository.ts'
import type { ImageStore } from '../storage/image-store.ts'
import type { MetadataCache } from '../storage/metadata-cache.ts'
import type { ImageRenderer } from './image-renderer.ts'
import { isPoolBusyError, type RenderPool } from './render-pool.ts'
import { isTooSlowError, renderWebp } from './transcode.ts'

/** `isFinal` is false for a substitute that may be replaced by something better later. */
export type Rendition = { bytes: Buffer; isFinal: boolean }
export type Renditions = ReturnType<typeof createRenditions>

type RenditionsDeps = {
  db: Db
  store: ImageStore
  pool: RenderPool
  renderer: ImageRenderer
  metadata: MetadataCache
  limits: ImageLimits
  log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * The WebP copies of images: from the store, else rendered from the original, else from the largest existing copy.
 */
export function createRenditions({ db, store, pool, renderer, metadata, limits, log }: RenditionsDeps) {
  const missing = createBoundedCache<'missing' | 'slow'>(10_000, { ttl: limits.missingMs })

  async function renderFromOriginal(
    source: string,
    hash: string,
    width: ImageWidth,
  ): Promise<Rendition | undefined> {
    if (missing.get(hash)) return undefined
    try {
      const bytes = await pool.withOriginal(source, (original) => renderer.renderFrom(original, hash, width))
      return { bytes, isFinal: true }
    } catch (error) {
      markMissing(error, hash)
      return undefined
    }
  }

  /** Records an image that cannot be rendered or took too long as missing, so that it is not retried for a while. */
  function markMissing(error: unknown, hash: string): void {
    if (isPoolBusyError(error)) throw error
    missing.set(hash, isTooSlowError(error) ? 'slow' : 'missing')
    log.warn(
      { picture: hash, reason: error instanceof Error ? error.message : 'unknown' },
      'An image could not be rendered. It is tried again later.',
    )
  }

  /** Renders from an existing copy, which stays valid when the original is missing. */
  async function renderFromLargest(hash: string, width: ImageWidth): Promise<Rendition | undefined> {
    const largest = await findLargest(hash)
    if (!largest) return undefined
    const isLarger = largest.width > width
    const bytes = isLarger ? await pool.draw(largest.bytes, (copy) => renderWebp(copy, width)) : largest.bytes
    if (isLarger) await renderer.keep(hash, `${width}.webp`, bytes)
    return { bytes, isFinal: isLarger }
  }

  async function findLargest(hash: string): Promise<{ bytes: Buffer; width: number } | undefined> {
    for (const file of await store.listFiles(hash)) {
      const bytes = file.endsWith('.webp') ? await store.read(hash, file) : undefined
      if (bytes) return { bytes, width: Number.parseInt(file, 10) }
    }
    return undefined
  }

  return {
    /**
     * Undefined when the image does not exist and cannot be rendered. Rejects with an error for `isPoolBusyError` when
     * too many wait, and with a RequestError (503) when rendering took too long.
     */
    async webp(hash: string, width: ImageWidth): Promise<Rendition | undefined> {
      const bytes = await store.read(hash, `${width}.webp`)
      if (bytes) {
        if (!metadata.isKnown(hash)) metadata.recall(hash).catch(() => {}) // the response does not wait for a color
        return { bytes, isFinal: true }
      }
      const source = await findImageSource(db, hash)
      if (!source) return undefined
      const rendition =
        (await renderFromOriginal(source, hash, width)) ?? (await renderFromLargest(hash, width))
      if (!rendition && missing.get(hash) === 'slow') throw new RequestError(tooSlowToDraw)
      return rendition
    },
    findLargest,
  }
}
