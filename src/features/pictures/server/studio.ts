import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import type { PictureWidth } from '#shared/pictures.ts'
import type { Outbound } from '#shared/server/outbound.ts'
import { SourceError } from '#shared/server/source-error.ts'
import type { PictureLimits } from '../spec.ts'
import { draw } from './draw.ts'
import { fetchOriginal, readMedia } from './originals.ts'
import { type ImageHosts, isMediaName } from './sources.ts'

type Deps = { mediaDir: string; outbound: Outbound; hosts: ImageHosts; limits: PictureLimits }

/**
 * Draws pictures from their sources, few at a time: decoding takes memory, and so do originals that wait for it.
 * Rejects when the original cannot be had or is no picture; `isBusy` tells when only too many wait.
 */
export function createStudio({ mediaDir, outbound, hosts, limits }: Deps) {
  const drawing = bulkhead(limits.drawnAtOnce, limits.drawsWaiting)
  const fetching = bulkhead(limits.fetchedAtOnce, limits.fetchesWaiting)

  return (source: string, width: PictureWidth): Promise<Buffer> => {
    if (isMediaName(source)) {
      return drawing.execute(async () => draw(await readMedia(mediaDir, source), width))
    }
    return fetching.execute(async () => {
      const original = await fetchOriginal(source, { outbound, hosts, timeoutMs: limits.fetchMs })
      return drawing.execute(() => draw(original, width))
    })
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof BulkheadRejectedError || (error instanceof SourceError && error.kind === 'busy')
}
