import { hash as digest } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import { failures, RequestError } from '#shared/failure.ts'
import type { PictureWidth } from '#shared/pictures.ts'
import { ByteLru } from '#shared/server/byte-lru.ts'
import { ExpiringMap } from '#shared/server/expiring-map.ts'
import type { Outbound } from '#shared/server/outbound.ts'
import type { Pictures } from '../pictures.ts'
import { type PictureLimits, pictureLimits } from '../spec.ts'
import { createPictureAddresses, readAddress } from './addresses.ts'
import { DiskCache } from './disk-cache.ts'
import { findFacts, findSource, keepPictures } from './kept-pictures.ts'
import { imageHostsOf, isPlainPath, webSource } from './sources.ts'
import { createStudio, isBusy } from './studio.ts'

/** WebP bytes and their strong tag. */
export type Picture = { bytes: Buffer; etag: string }
export type PictureService = ReturnType<typeof createPictureService>
type FindPicture = (hash: string, width: PictureWidth) => Promise<Picture | undefined>

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
  limits?: Partial<PictureLimits>
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
  const drawSource = createStudio({ mediaDir, outbound, hosts, limits })
  const disk = new DiskCache(join(dataDir, 'pictures'), limits.diskBytes)
  const missing = new ExpiringMap<true>(10_000)

  async function make(hash: string, width: PictureWidth): Promise<Buffer | undefined> {
    const source = await findSource(db, hash)
    const bytes = source && (await drawSource(source, width).catch((error) => giveUp(error, hash)))
    if (!bytes) return undefined
    // A full disk costs time with every picture, but no picture.
    await disk.write(hash, width, bytes).catch((err) => log.warn({ err }, 'a picture could not be kept'))
    return bytes
  }

  /** One broken picture is no failure of ours: it is missing, and for a while nobody tries again. */
  function giveUp(error: unknown, hash: string): undefined {
    if (isBusy(error)) throw new RequestError({ ...failures.busy, retryAfter: 2 })
    missing.set(hash, true, limits.missingMs)
    log.warn({ picture: hash, reason: error instanceof Error ? error.message : 'unknown' }, 'no picture')
  }

  const load: FindPicture = async (hash, width) => {
    const bytes = (await disk.read(hash, width)) ?? (missing.get(hash) ? undefined : await make(hash, width))
    return bytes && { bytes, etag: `"${digest('sha256', bytes, 'base64url').slice(0, 22)}"` }
  }
  const pictures: Pictures = {
    addressOf: addresses.addressOf,
    sourceOf: (raw) => webSource(raw, hosts),
    sourceBehind: async (address) => {
      if (!address.startsWith('/img/')) return isPlainPath(address) ? address : webSource(address, hosts)
      const named = readAddress(address)
      const isOurs = named && addresses.isSigned(named.signature, named.hash)
      return isOurs ? findSource(db, named.hash) : undefined
    },
    keep: (sources) => keepPictures(db, sources, hosts),
    archive: (sources) => keepPictures(db, sources, hosts),
    factsOf: (sources) => findFacts(db, sources),
  }
  /** How much of the disk drawn pictures take, and may take. */
  const cache = { used: () => disk.used(), most: limits.diskBytes }
  return { ...pictures, isSigned: addresses.isSigned, find: remembering(load, limits.memoryBytes), cache }
}

/**
 * The picture, or undefined when nobody kept its source or the original cannot be had; the last ones come from memory.
 * Throws a RequestError (503) when too many pictures wait to be drawn.
 */
function remembering(load: FindPicture, maxBytes: number): FindPicture {
  const memory = new ByteLru<Picture>(maxBytes)
  const flights = new Map<string, Promise<Picture | undefined>>()

  async function loadAndKeep(key: string, hash: string, width: PictureWidth): Promise<Picture | undefined> {
    try {
      const picture = await load(hash, width)
      if (picture) memory.set(key, picture, picture.bytes.length)
      return picture
    } finally {
      flights.delete(key)
    }
  }

  return async (hash, width) => {
    const key = `${hash}/${width}`
    const known = memory.get(key)
    if (known) return known
    const flight = flights.get(key) ?? loadAndKeep(key, hash, width)
    flights.set(key, flight)
    return flight
  }
}
