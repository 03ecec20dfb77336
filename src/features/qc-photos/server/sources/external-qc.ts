import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/db.ts'
import { updateShownVariant } from '#db/queries/shown-variant.ts'
import { getImageIdentity } from '#features/images/image-identity.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { SourcePhoto } from '#shared/items/source-photo.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { RateLimits } from '#shared/server/access/rate-limits.ts'
import { createOutcomeCache } from '#shared/server/cache/outcome-cache.ts'
import { askSource } from '#shared/server/outbound/described-sources/ask-source.ts'
import { createLookupLimit } from '#shared/server/outbound/lookup-limit.ts'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import { isNotFoundError, SourceError } from '#shared/server/outbound/source-error.ts'
import type { OutsideQc, OutsideSource } from '../../contract.ts'
import { qcLimits } from '../../texts-and-limits.ts'
import { listOwnImages } from '../own-images.ts'
import { countNewPhotos, type QcSnapshot, readSnapshots, saveSnapshot } from '../snapshots.ts'
import { mergeSources, type SourceList, toQcItem } from './merge-sources.ts'
import type { QcSource } from './qc-source.ts'

const limits = {
  maxBytes: 2 * 1024 * 1024,
  maxCachedItems: 5_000,
  freshMs: 600_000,
  failedMs: 10_000,
  /** How long a merged list is cached: short, because images rendered later have more metadata. */
  mergedMs: 2_000,
  /** The time limit of a source, so that a visitor has a response within 8 s. */
  searchMs: 7_500,
  /** How long to wait for a source that has a stored copy: the page waits one second in total. */
  snapshotWaitMs: 800,
} as const

export type ExternalQcDeps = {
  db: Db
  outbound: Pick<Outbound, 'call' | 'fetchJson'>
  /** The operator's sources. Without any, there are no outside photos. */
  sources: readonly QcSource[]
  pictures: Pick<ImageRegistry, 'toImageUrl' | 'toImageSource' | 'archive' | 'findMetadata'>
  limits: Pick<RateLimits, 'count'>
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Called in the transaction that stores photos that no source had before. */
  onNewPhotos?: (tx: Db, key: ItemKey, photos: { count: number }) => Promise<void>
  clock?: () => number
  timeoutMs?: number
}
export type ExternalQc = ReturnType<typeof createExternalQc>

/** A source's current photos of an item, or null when the request failed. */
type SourceOutcome = SourcePhoto[] | null
type RequestedSource = { source: QcSource; outcome: SourceOutcome; snapshot: QcSnapshot | undefined }

/**
 * Queries all QC photo sources in parallel and returns one list. When a source fails or is slow, its last stored reply is
 * used. A failure becomes a state in the response; it never throws.
 */
export function createExternalQc({ clock = Date.now, ...deps }: ExternalQcDeps) {
  const { db, sources, pictures, log, limits: rateLimits } = deps
  const querySource = createSourceRequester({ ...deps, clock })
  const hasSnapshots = async (key: ItemKey) => (await readStoredSnapshots(key)).length > 0
  const assertWithinLimit = createLookupLimit({
    limits: rateLimits,
    rule: 'qcExternal',
    limit: qcLimits.newItems,
    isFree: hasSnapshots,
    repeatFreeMs: limits.freshMs,
    clock,
  })
  const findCached = createOutcomeCache<OutsideQc | null>({
    maxEntries: limits.maxCachedItems,
    getLifetimeMs: () => limits.mergedMs,
    clock,
  })

  /**
   * All outside photos of an item; null when every source failed and no photos are stored. Throws a 429 when the
   * visitor has looked up too many unknown items.
   */
  async function find(key: ItemKey, visitor?: string): Promise<OutsideQc | null> {
    const isCovered = sources.some(({ covers }) => covers(key.shopType))
    if (visitor !== undefined && isCovered) await assertWithinLimit(key, visitor)
    return findCached(formatItemKey(key), () => findNow(key))
  }

  async function findNow(key: ItemKey): Promise<OutsideQc | null> {
    const coveringSources = sources.filter(({ covers }) => covers(key.shopType))
    const outcomes = new Map<QcSource, SourceOutcome>()
    const requests = coveringSources.map(
      async (source) => void outcomes.set(source, await querySource(source, key)),
    )
    await Promise.race([Promise.all(requests), delay(limits.snapshotWaitMs, undefined, { ref: false })])
    const snapshots = coveringSources.every((source) => outcomes.get(source))
      ? []
      : await readStoredSnapshots(key)
    const findSnapshot = ({ name }: QcSource) => snapshots.find((snapshot) => snapshot.source === name)
    const availablePhotos = coveringSources.map(
      (source) => outcomes.get(source) ?? findSnapshot(source)?.photos,
    )
    const hasNoPhotos = !availablePhotos.some((photos) => photos && photos.length > 0)
    // A slow source continues in the background; the next visitor gets its photos.
    await Promise.all(requests.filter((_, index) => hasNoPhotos || !availablePhotos[index]))
    const requestedSources = coveringSources.map((source): RequestedSource => {
      const outcome = outcomes.get(source) ?? null
      return { source, outcome, snapshot: outcome ? undefined : findSnapshot(source) }
    })
    const hasNoResult =
      requestedSources.length > 0 && requestedSources.every(({ outcome, snapshot }) => !outcome && !snapshot)
    return hasNoResult ? null : await mergePhotos(key, requestedSources)
  }

  async function mergePhotos(key: ItemKey, requestedSources: RequestedSource[]): Promise<OutsideQc> {
    const sourceLists = requestedSources.map(({ source, outcome, snapshot }): SourceList => {
      return { source: source.name, photos: outcome ?? snapshot?.photos ?? [] }
    })
    const ownImages = await listOwnImages(db, key)
    const images = sourceLists.flatMap(({ photos }) => photos.map(({ image }) => image))
    const metadataBySource = await pictures.findMetadata([...ownImages, ...images])
    const items = mergeSources(sourceLists, ownImages, metadataBySource).map((merged) =>
      toQcItem(merged, metadataBySource, pictures),
    )
    return {
      imgs: items.map(({ url }) => url),
      items,
      sources: sources.map((source) => getSourceState(source, requestedSources)),
    }
  }

  /** Returns an empty list when the database fails; the sources are still queried. */
  async function readStoredSnapshots(key: ItemKey): Promise<QcSnapshot[]> {
    return readSnapshots(db, key, clock()).catch((err) => {
      log.error(
        { err },
        'Stored QC photos could not be read from the database. The sources are queried instead.',
      )
      return []
    })
  }
  return { find }
}

function formatItemKey({ shopType, itemId }: ItemKey): string {
  return `${shopType}/${itemId}`
}

function getSourceState({ name }: QcSource, requestedSources: RequestedSource[]): OutsideSource {
  const requestedSource = requestedSources.find(({ source }) => source.name === name)
  if (!requestedSource) return { name, state: 'not-asked', asOf: null }
  const { outcome, snapshot } = requestedSource
  if (!outcome) return { name, state: 'unavailable', asOf: snapshot?.fetchedAt.toISOString() ?? null }
  return { name, state: outcome.length > 0 ? 'photos' : 'none', asOf: null }
}

type SourceRequesterDeps = Omit<ExternalQcDeps, 'sources' | 'limits' | 'clock'> & { clock: () => number }

/** Queries one source for one item: one request at a time, and none while the last result or failure is cached. */
function createSourceRequester({ timeoutMs = limits.searchMs, ...deps }: SourceRequesterDeps) {
  const { db, outbound, pictures, log, clock, onNewPhotos } = deps
  const queryOnce = createOutcomeCache<SourceOutcome>({
    maxEntries: limits.maxCachedItems,
    getLifetimeMs: (outcome) => (outcome ? limits.freshMs : limits.failedMs),
    clock,
  })

  async function request(source: QcSource, key: ItemKey): Promise<SourcePhoto[]> {
    // The time limit includes waiting in the queue.
    const signal = AbortSignal.timeout(timeoutMs)
    const photos = await askSource(outbound, source, key, {
      timeoutMs,
      signal,
      maxBytes: limits.maxBytes,
      read: (reply) => source.read(reply, key, clock()),
    })
    if (photos === 'walled') throw new SourceError('bad-body', 'The source demands a login.')
    return photos
  }

  async function queryNow(source: QcSource, key: ItemKey): Promise<SourceOutcome> {
    try {
      const photos = filterAllowed(await request(source, key).catch(returnEmptyWhenGone), pictures)
      await storeSnapshot(source, key, photos)
      return photos
    } catch (error) {
      logFailure(error, source)
      return null
    }
  }

  /** A failure is only logged: the photos are still returned. */
  async function storeSnapshot({ name }: QcSource, key: ItemKey, photos: SourcePhoto[]): Promise<void> {
    try {
      await pictures.archive(photos.map(({ image }) => image))
      const snapshot = { source: name, photos, fetchedAt: new Date(clock()) }
      await db.transaction(async (tx) => {
        const newCount = await countNewPhotos(tx, key, snapshot)
        await saveSnapshot(tx, key, snapshot)
        await updateShownVariant(tx, key)
        if (newCount > 0) await onNewPhotos?.(tx, key, { count: newCount })
      })
    } catch (err) {
      log.error({ err }, 'QC photos could not be stored. The next lookup queries the sources again.')
    }
  }

  function logFailure(error: unknown, { breaker }: QcSource): void {
    if (!(error instanceof SourceError))
      log.error(
        { err: error, source: breaker },
        'The reply of a QC photo source could not be read. Check its format in QC_SOURCES.',
      )
    else if (error.kind !== 'open') {
      log.warn({ source: breaker, kind: error.kind, status: error.status }, error.message)
    }
  }
  return (source: QcSource, key: ItemKey) =>
    queryOnce(`${source.breaker} ${formatItemKey(key)}`, () => queryNow(source, key))
}

function returnEmptyWhenGone(error: unknown): SourcePhoto[] {
  if (isNotFoundError(error)) return []
  throw error
}

/** The photos from allowed hosts, without duplicates. Throws a SourceError when no photo has an allowed host. */
function filterAllowed(
  photos: SourcePhoto[],
  { toImageSource }: Pick<ImageRegistry, 'toImageSource'>,
): SourcePhoto[] {
  const allowedPhotos = new Map<string, SourcePhoto>()
  for (const photo of photos) {
    const image = toImageSource(photo.image)
    const name = image && getImageIdentity(image)
    if (name && !allowedPhotos.has(name)) allowedPhotos.set(name, { ...photo, image })
  }
  if (photos.length > 0 && allowedPhotos.size === 0) {
    throw new SourceError(
      'blocked',
      'The photos are on hosts that are not allowed. Add them to imageHosts in QC_SOURCES.',
    )
  }
  return [...allowedPhotos.values()]
}
