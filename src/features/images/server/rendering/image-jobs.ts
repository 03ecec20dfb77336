import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/db.ts'
import { type Job, type JobQueue, type Jobs, TryLater } from '#db/jobs.ts'
import type { ImageWidth } from '#shared/image-urls.ts'
import { isNotFoundError, SourceError } from '#shared/server/outbound/source-error.ts'
import { type ImageLimits, lastingWidths, minAvifWidth } from '../../limits.ts'
import { findImageSource } from '../image-repository.ts'
import type { ImageStore } from '../storage/image-store.ts'
import type { MetadataCache } from '../storage/metadata-cache.ts'
import { hashImageSource } from '../uploads/signed-urls.ts'
import type { ImageRenderer } from './image-renderer.ts'
import { isPoolBusyError, type RenderPool } from './render-pool.ts'
import type { Renditions } from './renditions.ts'
import { isTooSlowError, renderAvif } from './transcode.ts'

/** `sent` is a time in ms; a job that fails for too long is dropped. */
type ImageJob = { kind: 'avif' | 'archive'; hash: string; sent: number }
type ImageTask = Pick<Job<ImageJob>, 'signal'> & { hash: string; source: string }

type ImageJobsDeps = {
  jobs: Pick<Jobs, 'queue'>
  db: Db
  store: ImageStore
  pool: RenderPool
  renderer: ImageRenderer
  renditions: Renditions
  metadata: MetadataCache
  limits: ImageLimits
  log: Pick<FastifyBaseLogger, 'warn'>
}
export type ImageJobs = ReturnType<typeof createImageJobs>

/** The delay before a failed host is requested again: one minute, then longer each time. */
const retrySeconds = { firstSeconds: 60, maxSeconds: 1_800 }

/** Background rendering, one image at a time. */
export function createImageJobs(deps: ImageJobsDeps) {
  const { db, limits, log } = deps
  const queue: JobQueue<ImageJob> = deps.jobs.queue<ImageJob>(
    'pictures',
    (job) => runImageJob(deps, job),
    retrySeconds,
  )

  /** Queues as many images as the queue accepts; others are queued at their next request. */
  async function enqueue(kind: ImageJob['kind'], hashes: readonly string[]): Promise<void> {
    const freeSlots = hashes.length > 0 ? limits.jobsWaiting - (await queue.size()) : 0
    const accepted = hashes.slice(0, Math.max(0, freeSlots))
    if (accepted.length === 0) return
    await db.transaction(async (tx) => {
      for (const hash of accepted) await queue.send(tx, `${kind} ${hash}`, { kind, hash, sent: Date.now() })
    })
  }

  return {
    /** Queues AVIF rendering for the existing widths of an image. */
    drawAvif(hash: string): void {
      enqueue('avif', [hash]).catch((err) =>
        log.warn({ err }, 'An image could not be queued for AVIF. The next request tries again.'),
      )
    },

    /** Renders permanent copies in the background. */
    async archive(sources: readonly string[]): Promise<void> {
      const missingHashes: string[] = []
      for (const hash of [...new Set(sources.map(hashImageSource))].slice(0, limits.archivedAtOnce)) {
        if (!(await hasLastingRenditions(deps.store, hash))) missingHashes.push(hash)
      }
      await enqueue('archive', missingHashes)
    },
  }
}

async function hasLastingRenditions(store: ImageStore, hash: string): Promise<boolean> {
  const files = await store.listFiles(hash)
  return lastingWidths.every((width) => files.includes(`${width}.webp`))
}

async function runImageJob(deps: ImageJobsDeps, { data, signal }: Job<ImageJob>): Promise<void> {
  const { kind, hash, sent } = data
  const source = await findImageSource(deps.db, hash)
  if (!source || Date.now() - sent > deps.limits.jobMs) return
  const task = { hash, source, signal }
  await (kind === 'avif' ? drawAvifs(deps, task) : drawLastingRenditions(deps, task))
  // The image may have been deleted during rendering and must not come back.
  if (!(await findImageSource(deps.db, hash))) await deps.store.remove(hash)
}

/**
 * Renders the permanent widths from one fetch of the original. A missing or invalid original is not retried; a host
 * that is down is retried later.
 */
async function drawLastingRenditions(
  { store, pool, renderer }: ImageJobsDeps,
  { hash, source, signal }: ImageTask,
): Promise<void> {
  const files = await store.listFiles(hash)
  const missingWidths = lastingWidths.filter((width) => !files.includes(`${width}.webp`))
  if (missingWidths.length === 0) return
  const drawAll = async (original: Buffer) => {
    for (const width of missingWidths) {
      if (signal.aborted) throw new TryLater()
      await renderer.renderFrom(original, hash, width)
    }
  }
  await pool.withOriginal(source, drawAll).catch((error: unknown) => {
    if (error instanceof TryLater || isTransientError(error)) throw new TryLater()
  })
}

/** Renders AVIF at the widths that exist as WebP: from the original, or else from the largest copy. */
async function drawAvifs(deps: ImageJobsDeps, { hash, source, signal }: ImageTask): Promise<void> {
  const { store, pool, renditions, metadata } = deps
  const files = await store.listFiles(hash)
  const widths = files.flatMap((file) => (file.endsWith('.webp') ? [parseWidth(file)] : []))
  const missingWidths = widths.filter((width) => width >= minAvifWidth && !files.includes(`${width}.avif`))
  const drawAll = async (original: Buffer) => {
    for (const width of missingWidths) {
      if (signal.aborted) throw new TryLater()
      await store.write(hash, `${width}.avif`, await pool.draw(original, (bytes) => renderAvif(bytes, width)))
    }
  }
  if (missingWidths.length > 0) {
    await pool.withOriginal(source, drawAll).catch(async (error: unknown) => {
      if (error instanceof TryLater || isPoolBusyError(error)) throw new TryLater()
      const largest = await renditions.findLargest(hash)
      if (largest) await drawAll(largest.bytes)
    })
  }
  if (widths.some((width) => width >= minAvifWidth)) await metadata.learnAvif(hash)
}

/** True for an error that may not occur later. */
function isTransientError(error: unknown): boolean {
  if (isPoolBusyError(error) || isTooSlowError(error)) return true
  if (!(error instanceof SourceError) || isNotFoundError(error)) return false
  const { kind, status = 0 } = error
  return ['timeout', 'refused', 'open'].includes(kind) || status === 429 || status >= 500
}

function parseWidth(file: `${ImageWidth}.${string}`): ImageWidth {
  return Number.parseInt(file, 10) as ImageWidth // the type guarantees the width before the dot
}
