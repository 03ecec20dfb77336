import { getRequesters, type SharedWork, shareWork } from '#shared/server/access/requesters.ts'
import { createFairQueue, NoSlotError } from '#shared/server/fair-queue.ts'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import { isMediaName } from '../../media-name.ts'
import { toOriginalAddress } from '../../original-address.ts'
import type { ImageLimits } from '../../spec.ts'
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
type HeldOriginal = { original: SharedWork<Buffer>; users: number; release: () => void }

/**
 * Renders images, few at a time: decoding takes memory, and so do originals that wait for it. Rejects when
 * the original cannot be fetched or is no image; `isBusy` is true when too many wait.
 */
export function createRenderPool({ mediaDir, bucket, outbound, hosts, limits }: RenderPoolDeps) {
  const { maxWaiting, maxWaitingPerRequester, drawnAtOnce, originalsAtOnce, originalsOfOne } = limits
  const createQueue = (maxSlots: number, maxSlotsPerRequester: number) =>
    createFairQueue({ maxSlots, maxSlotsPerRequester, maxWaiting, maxWaitingPerRequester })
  const drawing = createQueue(drawnAtOnce, drawnAtOnce)
  const heavy = createQueue(1, 1)
  const reading = createQueue(originalsAtOnce, originalsOfOne)
  const fetching = createQueue(originalsAtOnce, originalsOfOne)
  const heldOriginals = new Map<string, HeldOriginal>()

  async function fetchSource(source: string): Promise<Buffer> {
    if (isMediaName(source)) return readMedia(source, { mediaDir, bucket })
    const options = { outbound, hosts, timeoutMs: limits.fetchMs }
    const original = toOriginalAddress(source)
    const better = original === source ? undefined : await fetchUsable(original, options)
    return better ?? fetchOriginal(source, options)
  }

  /** Gets the original, which takes one place until it is released, however many use it. */
  function holdOriginal(source: string): HeldOriginal {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const slots = isMediaName(source) ? reading : fetching
    const original = shareWork(async () => {
      await slots.take(getRequesters(), released)
      return fetchSource(source)
    })
    const one = { original, users: 0, release }
    heldOriginals.set(source, one)
    return one
  }

  return {
    /** Fetches the original, once for all concurrent users, and holds it while it is used. */
    async withOriginal<T>(source: string, use: (original: Buffer) => Promise<T>): Promise<T> {
      const one = heldOriginals.get(source) ?? holdOriginal(source)
      one.users += 1
      try {
        return await use(await one.original.join())
      } finally {
        one.users -= 1
        if (one.users === 0) {
          heldOriginals.delete(source)
          one.release()
        }
      }
    },

    /** Renders when it is its turn. Rejects, too, when the original is no image. */
    async draw<T>(original: Buffer, task: (original: Buffer) => Promise<T>): Promise<T> {
      const drawNow = () => drawing.run(getRequesters(), () => task(original))
      return (await needsExclusiveSlot(original)) ? heavy.run(getRequesters(), drawNow) : drawNow()
    },

    /** Draws something of images that were rendered before, when it is its turn. */
    compose: <T>(task: () => Promise<T>): Promise<T> => drawing.run(getRequesters(), task),
  }
}

/** The photo behind a thumbnail; undefined when it is not there, or larger than what is drawn. Throws when its host is down. */
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
