import { hash as digest } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/db.ts'
import type { Jobs } from '#db/jobs.ts'
import { failures, RequestError } from '#shared/failure.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import { createDiskRoom, type DiskFloor, diskFloor } from '#shared/server/disk-room.ts'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import type { ImageRegistry } from '../image-registry.ts'
import {
  cacheFloorFactor,
  type ImageLimits,
  imageLimits,
  minAvifWidth,
  queriesWithImages,
} from '../limits.ts'
import { findImageMetadata, findImageSource, registerImages } from './image-repository.ts'
import { type ImageHosts, isPlainPath, parseImageHosts, toWebSource } from './image-sources.ts'
import { createInvalidationBatcher } from './invalidation-batcher.ts'
import { createImageJobs, type ImageJobs } from './rendering/image-jobs.ts'
import { createImageRenderer } from './rendering/image-renderer.ts'
import { createRenderPool, isPoolBusyError } from './rendering/render-pool.ts'
import { createRenditions } from './rendering/renditions.ts'
import type { Bucket } from './storage/bucket.ts'
import { DiskCache } from './storage/disk-cache.ts'
import { createImageMemoryCache, type FindImage, type ServedImage } from './storage/image-memory-cache.ts'
import type { DrawingFile, ImageFormat, ImageStore } from './storage/image-store.ts'
import { createMetadataCache } from './storage/metadata-cache.ts'
import { createPopularityCounter } from './storage/popularity-counter.ts'
import { createSharedStore } from './storage/shared-store.ts'
import {
  createImageUrls,
  hashImageSource,
  type ImageUrlParts,
  type ImageUrls,
  parseImageUrl,
} from './uploads/signed-urls.ts'
import { createUnapprovedPhotos } from './uploads/unapproved-photos.ts'

export type ImageService = ReturnType<typeof createImageService>
export type ImageAudience = 'everybody' | 'holder'

type ImageServiceDeps = {
  db: Db
  secret: string
  mediaDir: string
  /** Rendered images are stored in its folder `pictures`. */
  dataDir: string
  /** `IMAGE_HOSTS`, or undefined for the hosts of the marketplaces. */
  imageHosts?: readonly string[] | undefined
  outbound: Outbound
  log: Pick<FastifyBaseLogger, 'warn'>
  /** When undefined, nothing is rendered in the background. */
  jobs?: Pick<Jobs, 'queue'> | undefined
  /** Stores images in addition to the disk. */
  bucket?: Bucket | undefined
  /** Receives a message when images have new metadata, and sends one when photos were moderated. */
  invalidation?: Invalidation | undefined
  /** Overrides of the default limits. */
  limits?: Partial<ImageLimits>
  diskFloor?: DiskFloor | undefined
}

/** The images of this site: their URLs, and their bytes at fixed widths, rendered once and then stored. */
export function createImageService({
  db,
  secret,
  mediaDir,
  dataDir,
  outbound,
  log,
  ...options
}: ImageServiceDeps) {
  const { jobs, bucket, invalidation, diskFloor: floor = diskFloor } = options
  const limits = { ...imageLimits, ...options.limits }
  const hosts = parseImageHosts(options.imageHosts)
  const publish = async () => invalidation?.publish(queriesWithImages.map((query) => [query]))
  const invalidationBatcher = createInvalidationBatcher({
    publish,
    waitMs: limits.invalidationWaitMs,
    gapMs: limits.invalidationGapMs,
  })
  const metadata = createMetadataCache({
    db,
    maxEntries: limits.metadataInMemory,
    onChanged: invalidationBatcher.invalidate,
  })
  const imageUrls = createImageUrls(secret, metadata.getUrlFragment)
  const diskSpace = createDiskRoom(dataDir, {
    floor: { bytes: floor.bytes * cacheFloorFactor, part: floor.part * cacheFloorFactor },
  })
  const disk = new DiskCache(join(dataDir, 'pictures'), limits.diskBytes, diskSpace)
  const store = bucket ? createSharedStore({ disk, bucket, log }) : disk
  const pool = createRenderPool({ mediaDir, bucket, outbound, hosts, limits })
  const renderer = createImageRenderer({ store, pool, metadata, log })
  const renditions = createRenditions({ db, store, pool, renderer, metadata, limits, log })
  const imageJobs =
    jobs && createImageJobs({ jobs, db, store, pool, renderer, renditions, metadata, limits, log })
  const countRequest = createPopularityCounter({
    minRequests: limits.requestsForAvif,
    onPopular: (hash) => imageJobs?.drawAvif(hash),
  })

  const loadImage: FindImage = async ({ hash, width, format }) => {
    if (format === 'webp') {
      const rendition = await renditions.webp(hash, width).catch(throwBusyError)
      return rendition && toServedImage(rendition, 'webp')
    }
    const bytes = await store.read(hash, `${width}.avif`)
    if (bytes) return toServedImage({ bytes, isFinal: true }, 'avif')
    const webpSubstitute = await memoryCache.find({ hash, width, format: 'webp' })
    return webpSubstitute && { ...webpSubstitute, isFinal: false } // the AVIF may exist at the next request
  }
  const memoryCache = createImageMemoryCache(loadImage, limits.memoryBytes)

  /**
   * The image, from memory when it was requested recently; undefined when its source is not registered or the original
   * cannot be fetched. Throws a RequestError (503) when too many images wait for rendering.
   */
  const find: FindImage = async (request) => {
    const image = await memoryCache.find(request)
    if (!image) return undefined
    const { hash, width } = request
    store.touch(hash)
    const canImprove = request.format === 'avif' ? image.format === 'webp' : !metadata.hasAvif(hash)
    if (imageJobs && canImprove && width >= minAvifWidth) countRequest(hash, width)
    return image
  }

  const drawings = new Map<string, Promise<Buffer>>()
  const composeDrawing = (draw: () => Promise<Buffer>) => pool.compose(draw).catch(throwBusyError)
  const composeAndStore = async (name: string, file: DrawingFile, draw: () => Promise<Buffer>) => {
    const stored = await store.read(name, file)
    if (stored) return stored
    const bytes = await composeDrawing(draw)
    await renderer.keep(name, file, bytes)
    return bytes
  }

  const deleteImage = async (imageStore: Pick<ImageStore, 'remove'>, hash: string) => {
    await memoryCache.deleteImage(hash)
    await imageStore.remove(hash)
  }
  // When another process deleted an image, this process would still serve it from its own cache.
  const handleDeletedImage = (hash: string) => deleteImage(disk, hash)
  const unapproved = createUnapprovedPhotos({ db, invalidation, onChanged: handleDeletedImage, log })

  return {
    ...createImageRegistry({ db, imageUrls, hosts, jobs: imageJobs }),
    /** Who may see the image at a URL: everyone, only its recipient; undefined when access is denied. */
    async getAudience({ signature, hash, state }: ImageUrlParts): Promise<ImageAudience | undefined> {
      if (!imageUrls.isSigned(signature, hash, state)) return undefined
      if (state) return (await unapproved.isIn(state, hash)) ? 'holder' : undefined
      return (await unapproved.has(hash)) ? undefined : 'everybody'
    },
    find,
    /**
     * A drawing that combines several images, from the store or drawn once for concurrent requests. Without a name it
     * is not stored. Throws a RequestError (503) when too many wait for rendering.
     */
    async findDrawing(
      name: string | undefined,
      file: DrawingFile,
      draw: () => Promise<Buffer>,
    ): Promise<Buffer> {
      if (!name) return composeDrawing(draw)
      const drawingKey = `${name}/${file}`
      const drawing =
        drawings.get(drawingKey) ??
        composeAndStore(name, file, draw).finally(() => drawings.delete(drawingKey))
      drawings.set(drawingKey, drawing)
      return drawing
    },
    /**
     * The bytes of a public image URL of this site, at most 720 px wide, as AVIF when it exists. Undefined when there
     * is no such image.
     */
    async findPublic(address: string): Promise<Buffer | undefined> {
      const request = parseImageUrl(address)
      const isPublic = request && !request.state && imageUrls.isSigned(request.signature, request.hash)
      if (!isPublic || (await unapproved.has(request.hash))) return undefined
      return (await find({ ...request, format: 'avif' }))?.bytes
    },
    /**
     * Deletes the rendered images of a source that is no longer registered, so that its URL is invalid at once.
     */
    deleteImage: (source: string) => deleteImage(store, hashImageSource(source)),
    /** Deletes rendered images when the disk has too little free space. */
    makeRoom: () => disk.makeRoom(),
    /** The bytes that rendered images use on the disk, and their maximum. */
    cache: { getUsedBytes: () => disk.used(), maxBytes: limits.diskBytes },
    /** Loads the metadata that URLs contain. */
    start: () => metadata.load(),
    close: () => {
      invalidationBatcher.close()
      unapproved.close()
    },
  }
}

type ImageRegistryDeps = {
  db: Db
  imageUrls: ImageUrls
  hosts: ImageHosts
  jobs: ImageJobs | undefined
}

/** The image functions for other features. */
function createImageRegistry({ db, imageUrls, hosts, jobs }: ImageRegistryDeps): ImageRegistry {
  return {
    toImageUrl: imageUrls.toImageUrl,
    toPrivateImageUrl: imageUrls.toPrivateImageUrl,
    toImageSource: (raw) => toWebSource(raw, hosts),
    resolveImageSource: async (address) => {
      if (!address.startsWith('/img/')) return isPlainPath(address) ? address : toWebSource(address, hosts)
      const urlParts = parseImageUrl(address.replace(/#.*$/s, ''))
      // A private URL must not be used in public content.
      const isOwnUrl = urlParts && !urlParts.state && imageUrls.isSigned(urlParts.signature, urlParts.hash)
      return isOwnUrl ? findImageSource(db, urlParts.hash) : undefined
    },
    register: (sources, { isClaim } = {}) => registerImages(db, sources, { hosts, isClaim }),
    archive: async (sources) => {
      await registerImages(db, sources, { hosts })
      await jobs?.archive(sources)
    },
    findMetadata: (sources) => findImageMetadata(db, sources),
  }
}

function toServedImage(
  { bytes, isFinal }: { bytes: Buffer; isFinal: boolean },
  format: ImageFormat,
): ServedImage {
  return { bytes, isFinal, format, etag: `"${digest('sha256', bytes, 'base64url').slice(0, 22)}"` }
}

function throwBusyError(error: unknown): never {
  throw isPoolBusyError(error) ? new RequestError({ ...failures.busy, retryAfter: 2 }) : error
}
