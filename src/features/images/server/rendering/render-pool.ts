import { getRequesters, type SharedWork, shareWork } from '#shared/server/access/requesters.ts'
import { createFairQueue, NoSlotError } from '#shared/server/fair-queue.ts'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import type { ImageLimits } from '../../limits.ts'
import { isMediaName } from '../../media-name.ts'
import { toOriginalAddress } from '../../original-address.ts'
import type { ImageHosts } from '../image-sources.ts'
import type { Bucket } from '../storage/bucket.ts'
import { type FetchOriginalOptions, fetchOriginal, isHostFault, readMedia } from '../storage/originals.ts'
import { needsExclusiveSlot, readImageSize } from './transcode.ts'

type RenderPoolDeps = {
  mediaDir: string
  bucket: Bucket | undefined
  outbound: Pick<Outbound, 'call' | 'fetchBytes'>
  hosts: ImageHosts
  limits: ImageLimits
}
export type RenderPool = ReturnType<typeof createRenderPool>

/** An original that is loading or loaded, its number of users, and the function to release it. */
type OriginalInUse = { original: SharedWork<Buffer>; users: number; release: () => void }

/**
 * Renders a limited number of images at a time, because decoding and waiting originals take memory. Rejects when the
 * original cannot be fetched or is not an image, and with an error for `isPoolBusyError` when too many wait.
 */
export function createRenderPool({ mediaDir, bucket, outbound, hosts, limits }: RenderPoolDeps) {
  const { maxWaiting, maxWaitingPerRequester, drawnAtOnce, originalsAtOnce, originalsOfOne } = limits
  const createQueue = (maxSlots: number, maxSlotsPerRequester: number) =>
    createFairQueue({ maxSlots, maxSlotsPerRequester, maxWaiting, maxWaitingPerRequester })
  const drawing = createQueue(drawnAtOnce, drawnAtOnce)
  const exclusiveDrawing = createQueue(1, 1)
  const reading = createQueue(originalsAtOnce, originalsOfOne)
  const fetching = createQueue(originalsAtOnce, originalsOfOne)
  const originalsInUse = new Map<string, OriginalInUse>()

  async function fetchSource(source: string): Promise<Buffer> {
    if (isMediaName(source)) return readMedia(source, { mediaDir, bucket })
    const options = { outbound, hosts, timeoutMs: limits.fetchMs }
    const original = toOriginalAddress(source)
    const largerOriginal = original === source ? undefined : await fetchUsable(original, options)
    return largerOriginal ?? fetchOriginal(source, options)
  }

  /** Loads the original, which takes one slot until its last user releases it. */
  function loadOriginal(source: string): OriginalInUse {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const slots = isMediaName(source) ? reading : fetching
    const original = shareWork(async () => {
      await slots.take(getRequesters(), released)
      return fetchSource(source)
    })
    const inUse = { original, users: 0, release }
    originalsInUse.set(source, inUse)
    return inUse
  }

  return {
    /** Fetches the original, once for all concurrent users, and keeps it in memory while it is used. */
    async withOriginal<T>(source: string, use: (original: Buffer) => Promise<T>): Promise<T> {
      const inUse = originalsInUse.get(source) ?? loadOriginal(source)
      inUse.users += 1
      try {
        return await use(await inUse.original.join())
      } finally {
        inUse.users -= 1
        if (inUse.users === 0) {
          originalsInUse.delete(source)
          inUse.release()
        }
      }
    },

    /** Runs a rendering task when a slot is free. Rejects when the original is not an image. */
    async draw<T>(original: Buffer, task: (original: Buffer) => Promise<T>): Promise<T> {
      const drawNow = () => drawing.run(getRequesters(), () => task(original))
      return (await needsExclusiveSlot(original)) ? exclusiveDrawing.run(getRequesters(), drawNow) : drawNow()
    },

    /** Runs a task that combines rendered images, when a slot is free. */
    compose: <T>(task: () => Promise<T>): Promise<T> => drawing.run(getRequesters(), task),
  }
}

/** The original of a thumbnail; undefined when it is missing or too large to render. Throws when its host is down. */
async function fetchUsable(original: string, options: FetchOriginalOptions): Promise<Buffer | undefined> {
  try {
    const bytes = await fetchOriginal(original, options)
    await readImageSize(bytes)
    return bytes
  } catch (error) {
    if (error instanceof SourceError && (error.kind === 'busy' || isHostFault(error))) throw error
    return undefined
  }
}

export function isPoolBusyError(error: unknown): boolean {
  return error instanceof NoSlotError || (error instanceof SourceError && error.kind === 'busy')
}
