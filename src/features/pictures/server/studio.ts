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
  outbound: Outbound
  hosts: ImageHosts
  limits: PictureLimits
}
export type Studio = ReturnType<typeof createStudio>

/**
 * Where pictures are drawn, few at a time: decoding takes memory, and so do originals that wait for it. Rejects when
 * the original cannot be had or is no picture; `isBusy` tells when only too many wait.
 */
export function createStudio({ mediaDir, bucket, outbound, hosts, limits }: Deps) {
  const drawing = bulkhead(limits.drawnAtOnce, limits.drawsWaiting)
  const heavy = bulkhead(1, limits.drawsWaiting)
  const reading = bulkhead(limits.fetchedAtOnce, limits.drawsWaiting)
  const fetching = bulkhead(limits.fetchedAtOnce, limits.fetchesWaiting)

  return {
    /** Gets the original and holds it while it is used. */
    withOriginal<T>(source: string, use: (original: Buffer) => Promise<T>): Promise<T> {
      if (isMediaName(source)) {
        return reading.execute(async () => use(await readMedia(source, { mediaDir, bucket })))
      }
      const { fetchMs: timeoutMs } = limits
      return fetching.execute(async () => use(await fetchOriginal(source, { outbound, hosts, timeoutMs })))
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
