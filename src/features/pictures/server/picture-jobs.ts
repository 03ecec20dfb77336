import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import { type Job, type JobQueue, type Jobs, TryLater } from '#db/jobs.ts'
import type { PictureWidth } from '#shared/image-urls.ts'
import { isGone, SourceError } from '#shared/server/source-error.ts'
import { lastingWidths, leastAvif, type PictureLimits } from '../spec.ts'
import type { ImageRenderer } from './image-renderer.ts'
import { findImageSource } from './image-repository.ts'
import type { MetadataCache } from './metadata-cache.ts'
import { isPoolBusyError, type RenderPool } from './render-pool.ts'
import type { Renditions } from './renditions.ts'
import { hashImageSource } from './signed-urls.ts'
import type { PictureStore } from './store.ts'
import { renderAvif } from './transcode.ts'

/** `sent` in ms: after a while an image that cannot be fetched is given up. */
type Errand = { kind: 'avif' | 'archive'; hash: string; sent: number }
type Task = Pick<Job<Errand>, 'signal'> & { hash: string; source: string }

type PictureJobsDeps = {
  jobs: Pick<Jobs, 'queue'>
  db: Db
  store: PictureStore
  studio: RenderPool
  easel: ImageRenderer
  copies: Renditions
  facts: MetadataCache
  limits: PictureLimits
  log: Pick<FastifyBaseLogger, 'warn'>
}
export type PictureJobs = ReturnType<typeof createPictureJobs>

/** A host that is down is asked again after a minute, then less and less often. */
const patience = { first: 60, longest: 1_800 }

/** Background rendering, one image at a time. */
export function createPictureJobs(deps: PictureJobsDeps) {
  const { db, limits, log } = deps
  const queue: JobQueue<Errand> = deps.jobs.queue<Errand>('pictures', (job) => perform(deps, job), patience)

  /** As many as the queue takes: what is left out is asked for again when it is looked at again. */
  async function send(kind: Errand['kind'], hashes: readonly string[]): Promise<void> {
    const room = hashes.length > 0 ? limits.jobsWaiting - (await queue.size()) : 0
    const taken = hashes.slice(0, Math.max(0, room))
    if (taken.length === 0) return
    await db.transaction(async (tx) => {
      for (const hash of taken) await queue.send(tx, `${kind} ${hash}`, { kind, hash, sent: Date.now() })
    })
  }

  return {
    /** Queues AVIF rendering for the existing widths of an image. */
    drawAvif(hash: string): void {
      send('avif', [hash]).catch((err) => log.warn({ err }, 'a picture could not be put into the queue'))
    },

    /** Has copies made that last. */
    async archive(sources: readonly string[]): Promise<void> {
      const missing: string[] = []
      for (const hash of [...new Set(sources.map(hashImageSource))].slice(0, limits.archivedAtOnce)) {
        if (!(await hasLasting(deps.store, hash))) missing.push(hash)
      }
      await send('archive', missing)
    },
  }
}

async function hasLasting(store: PictureStore, hash: string): Promise<boolean> {
  const files = await store.filesOf(hash)
  return lastingWidths.every((width) => files.includes(`${width}.webp`))
}

async function perform(deps: PictureJobsDeps, { data, signal }: Job<Errand>): Promise<void> {
  const { kind, hash, sent } = data
  const source = await findImageSource(deps.db, hash)
  if (!source || Date.now() - sent > deps.limits.jobMs) return
  const task = { hash, source, signal }
  await (kind === 'avif' ? drawAvifs(deps, task) : drawLasting(deps, task))
  // It may have been deleted meanwhile, and must not come back.
  if (!(await findImageSource(deps.db, hash))) await deps.store.remove(hash)
}

/**
 * Fetches the original once. One that is gone, or no image, is given up; a host that is down is retried
 * later.
 */
async function drawLasting(
  { store, studio, easel }: PictureJobsDeps,
  { hash, source, signal }: Task,
): Promise<void> {
  const files = await store.filesOf(hash)
  const missing = lastingWidths.filter((width) => !files.includes(`${width}.webp`))
  if (missing.length === 0) return
  const drawAll = async (original: Buffer) => {
    for (const width of missing) {
      if (signal.aborted) throw new TryLater()
      await easel.drawFrom(original, hash, width)
    }
  }
  await studio.withOriginal(source, drawAll).catch((error: unknown) => {
    if (error instanceof TryLater || isPassing(error)) throw new TryLater()
  })
}

/** At the widths that were requested, from the original, or from the largest copy when it is gone. */
async function drawAvifs(deps: PictureJobsDeps, { hash, source, signal }: Task): Promise<void> {
  const { store, studio, copies, facts } = deps
  const files = await store.filesOf(hash)
  const widths = files.flatMap((file) => (file.endsWith('.webp') ? [widthOf(file)] : []))
  const missing = widths.filter((width) => width >= leastAvif && !files.includes(`${width}.avif`))
  const drawAll = async (original: Buffer) => {
    for (const width of missing) {
      if (signal.aborted) throw new TryLater()
      await store.write(
        hash,
        `${width}.avif`,
        await studio.draw(original, (bytes) => renderAvif(bytes, width)),
      )
    }
  }
  if (missing.length > 0) {
    await studio.withOriginal(source, drawAll).catch(async (error: unknown) => {
      if (error instanceof TryLater || isPoolBusyError(error)) throw new TryLater()
      const largest = await copies.largestOf(hash)
      if (largest) await drawAll(largest.bytes)
    })
  }
  if (widths.some((width) => width >= leastAvif)) await facts.learnAvif(hash)
}

/** True when it may go better later. */
function isPassing(error: unknown): boolean {
  if (isPoolBusyError(error)) return true
  if (!(error instanceof SourceError) || isGone(error)) return false
  const { kind, status = 0 } = error
  return ['timeout', 'refused', 'open'].includes(kind) || status === 429 || status >= 500
}

function widthOf(file: `${PictureWidth}.${string}`): PictureWidth {
  return Number.parseInt(file, 10) as PictureWidth // the type says what stands before the dot
}
