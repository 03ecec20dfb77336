import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import type { Outbound } from '#shared/server/outbound.ts'
import { SourceError } from '#shared/server/source-error.ts'
import type { PictureLimits } from '../spec.ts'
import type { Bucket } from './bucket.ts'
import { isHeavy } from './draw.ts'
import { fetchOriginal, readMedia } from './originals.ts'
import { type ImageHosts, isMediaName } from './sources.ts'

type Deps = {
  mediaDir: string
  bucket: Bucket | undefined
  outbound: Pick<Outbound, 'call' | 'fetchBytes'>
  hosts: ImageHosts
  limits: PictureLimits
}
export type Studio = ReturnType<typeof createStudio>

/** An original that is on its way or there, for how many, and what to call when nobody uses it any more. */
type Held = { original: Promise<Buffer>; users: number; release: () => void }

/**
 * Where pictures are drawn, few at a time: decoding takes memory, and so do originals that wait for it. Rejects when
 * the original cannot be had or is no picture; `isBusy` tells when only too many wait.
 */
export function createStudio({ mediaDir, bucket, outbound, hosts, limits }: Deps) {
  const drawing = bulkhead(limits.drawnAtOnce, limits.drawsWaiting)
  const heavy = bulkhead(1, limits.drawsWaiting)
  const reading = bulkhead(limits.fetchedAtOnce, limits.drawsWaiting)
  const fetching = bulkhead(limits.fetchedAtOnce, limits.fetchesWaiting)

  const held = new Map<string, Held>()

  function get(source: string): Promise<Buffer> {
    if (isMediaName(source)) return readMedia(source, { mediaDir, bucket })
    return fetchOriginal(source, { outbound, hosts, timeoutMs: limits.fetchMs })
  }

  /** Gets the original, which takes one place until it is released, however many use it. */
  function hold(source: string): Held {
    const { promise: original, resolve, reject } = Promise.withResolvers<Buffer>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const places = isMediaName(source) ? reading : fetching
    const holdUntilReleased = async () => {
      resolve(await get(source))
      await released
    }
    places.execute(holdUntilReleased).catch(reject)
    const one = { original, users: 0, release }
    held.set(source, one)
    return one
  }

  return {
    /** Gets the original, once for all who want it meanwhile, and holds it while it is used. */
    async withOriginal<T>(source: string, use: (original: Buffer) => Promise<T>): Promise<T> {
      const one = held.get(source) ?? hold(source)
      one.users += 1
      try {
        return await use(await one.original)
      } finally {
        one.users -= 1
        if (one.users === 0) {
          held.delete(source)
          one.release()
        }
      }
    },

    /** Draws when it is its turn. Rejects, too, when the original is no picture. */
    async draw<T>(original: Buffer, task: (original: Buffer) => Promise<T>): Promise<T> {
      const drawNow = () => drawing.execute(() => task(original))
      return (await isHeavy(original)) ? heavy.execute(drawNow) : drawNow()
    },
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof BulkheadRejectedError || (error instanceof SourceError && error.kind === 'busy')
}
