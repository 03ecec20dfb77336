import { hash as digest } from 'node:crypto'
import { join } from 'node:path'
import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import { failures, RequestError } from '#shared/failure.ts'
import type { PictureWidth } from '#shared/pictures.ts'
import { ByteLru } from '#shared/server/byte-lru.ts'
import { ExpiringMap } from '#shared/server/expiring-map.ts'
import type { Outbound } from '#shared/server/outbound.ts'
import { SourceError } from '#shared/server/source-error.ts'
import type { Pictures } from '../pictures.ts'
import { pictureLimits } from '../spec.ts'
import { createPictureAddresses } from './addresses.ts'
import { createDiskCache } from './disk-cache.ts'
import { draw } from './draw.ts'
import { findSource, keepPictures } from './kept-pictures.ts'
import { fetchOriginal, readMedia } from './originals.ts'
import { imageHostsOf, isMediaName, webSource } from './sources.ts'

/** WebP bytes and their strong tag. */
export type Picture = { bytes: Buffer; etag: string }
export type PictureService = ReturnType<typeof createPictureService>

type Deps = {
  db: Db
  secret: string
  mediaDir: string
  /** Drawn pictures go into its folder `pictures`. */
  dataDir: string
  /** `IMAGE_HOSTS`, or undefined for the marketplaces' own. */
  imageHosts?: readonly string[] | undefined
  outbound: Outbound
  log: Pick<FastifyBaseLogger, 'warn'>
  /** For tests. */
  limits?: { [K in keyof typeof pictureLimits]?: number }
}

/** Our pictures: their addresses, and their bytes at one of the fixed widths, drawn once and then kept on disk. */
export function createPictureService({
  db,
  secret,
  mediaDir,
  dataDir,
  imageHosts,
  outbound,
  log,
  ...rest
}: Deps) {
  const limits = { ...pictureLimits, ...rest.limits }
  const hosts = imageHostsOf(imageHosts)
  const addresses = createPictureAddresses(secret)
  const disk = createDiskCache(join(dataDir, 'pictures'), limits.diskBytes)
  const memory = new ByteLru<Picture>(limits.memoryBytes)
  const missing = new ExpiringMap<true>(10_000)
  const flights = new Map<string, Promise<Picture | undefined>>()
  const drawing = bulkhead(limits.drawnAtOnce, limits.drawsWaiting)
  const fetching = bulkhead(limits.fetchedAtOnce, limits.fetchesWaiting)

  /**
   * The picture, or undefined when nobody kept its source or the original cannot be had.
   * Throws a RequestError (503) when too many pictures wait to be drawn.
   */
  async function find(hash: string, width: PictureWidth): Promise<Picture | undefined> {
    const key = `${hash}/${width}`
    const known = memory.get(key)
    if (known || missing.get(hash)) return known
    const flight = flights.get(key) ?? make(hash, width).finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }

  async function make(hash: string, width: PictureWidth): Promise<Picture | undefined> {
    const bytes = (await disk.read(hash, width)) ?? (await drawAndKeep(hash, width))
    if (!bytes) return undefined
    const picture = { bytes, etag: `"${digest('sha256', bytes, 'base64url').slice(0, 22)}"` }
    memory.set(`${hash}/${width}`, picture, bytes.length)
    return picture
  }

  async function drawAndKeep(hash: string, width: PictureWidth): Promise<Buffer | undefined> {
    const source = await findSource(db, hash)
    const bytes = source && (await drawSource(source, width).catch((error) => giveUp(error, hash)))
    if (!bytes) return undefined
    // A full disk costs time with every picture, but no picture.
    await disk
      .write(hash, width, bytes)
      .catch((error) => log.warn({ err: error }, 'a picture could not be kept'))
    return bytes
  }

  function drawSource(source: string, width: PictureWidth): Promise<Buffer> {
    if (isMediaName(source)) {
      return drawing.execute(async () => draw(await readMedia(mediaDir, source), width))
    }
    return fetching.execute(async () => {
      const original = await fetchOriginal(source, { outbound, hosts, timeoutMs: limits.fetchMs })
      return drawing.execute(() => draw(original, width))
    })
  }

  /** One broken picture is no failure of ours: it is missing, and for a while nobody tries again. */
  function giveUp(error: unknown, hash: string): undefined {
    const isBusy = error instanceof SourceError && error.kind === 'busy'
    if (isBusy || error instanceof BulkheadRejectedError) {
      throw new RequestError({ ...failures.busy, retryAfter: 2 })
    }
    missing.set(hash, true, limits.missingMs)
    log.warn({ picture: hash, reason: error instanceof Error ? error.message : 'unknown' }, 'no picture')
  }

  const pictures: Pictures = {
    addressOf: addresses.addressOf,
    sourceOf: (raw) => webSource(raw, hosts),
    keep: (sources) => keepPictures(db, sources, hosts),
  }
  return { ...pictures, find, isSigned: addresses.isSigned }
}
