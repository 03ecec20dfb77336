import { askersNow, type Shared, share } from '#shared/server/askers.ts'
import { createFairQueue, NoPlace } from '#shared/server/fair-queue.ts'
import type { Outbound } from '#shared/server/outbound.ts'
import { SourceError } from '#shared/server/source-error.ts'
import { isMediaName } from '../media-name.ts'
import type { PictureLimits } from '../spec.ts'
import type { Bucket } from './bucket.ts'
import { fetchOriginal, readMedia } from './originals.ts'
import type { ImageHosts } from './sources.ts'
import { needsExclusiveSlot } from './transcode.ts'

type RenderPoolDeps = {
  mediaDir: string
  bucket: Bucket | undefined
  outbound: Pick<Outbound, 'call' | 'fetchBytes'>
  hosts: ImageHosts
  limits: PictureLimits
}
export type RenderPool = ReturnType<typeof createRenderPool>

/** An original that is loading or loaded, its number of users, and the function to release it. */
type Held = { original: Shared<Buffer>; users: number; release: () => void }

/**
 * Renders images, few at a time: decoding takes memory, and so do originals that wait for it. Rejects when
 * the original cannot be fetched or is no image; `isBusy` is true when too many wait.
 */
export function createRenderPool({ mediaDir, bucket, outbound, hosts, limits }: RenderPoolDeps) {
  const { waiting, waitingOfOne, drawnAtOnce, originalsAtOnce, originalsOfOne } = limits
  const queueOf = (heldAtOnce: number, heldByOne: number) =>
    createFairQueue({ heldAtOnce, heldByOne, waiting, waitingOfOne })
  const drawing = queueOf(drawnAtOnce, drawnAtOnce)
  const heavy = queueOf(1, 1)
  const reading = queueOf(originalsAtOnce, originalsOfOne)
  const fetching = queueOf(originalsAtOnce, originalsOfOne)
  const held = new Map<string, Held>()

  function get(source: string): Promise<Buffer> {
    if (isMediaName(source)) return readMedia(source, { mediaDir, bucket })
    return fetchOriginal(source, { outbound, hosts, timeoutMs: limits.fetchMs })
  }

  /** Gets the original, which takes one place until it is released, however many use it. */
  function hold(source: string): Held {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const places = isMediaName(source) ? reading : fetching
    const original = share(async () => {
      await places.take(askersNow(), released)
      return get(source)
    })
    const one = { original, users: 0, release }
    held.set(source, one)
    return one
  }

  return {
    /** Fetches the original, once for all concurrent users, and holds it while it is used. */
    async withOriginal<T>(source: string, use: (original: Buffer) => Promise<T>): Promise<T> {
      const one = held.get(source) ?? hold(source)
      one.users += 1
      try {
        return await use(await one.original.join())
      } finally {
        one.users -= 1
        if (one.users === 0) {
          held.delete(source)
          one.release()
        }
      }
    },

    /** Renders when it is its turn. Rejects, too, when the original is no image. */
    async draw<T>(original: Buffer, task: (original: Buffer) => Promise<T>): Promise<T> {
      const drawNow = () => drawing.run(askersNow(), () => task(original))
      return (await needsExclusiveSlot(original)) ? heavy.run(askersNow(), drawNow) : drawNow()
    },
  }
}

export function isPoolBusyError(error: unknown): boolean {
  return error instanceof NoPlace || (error instanceof SourceError && error.kind === 'busy')
}
