import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/db.ts'
import { updateShownVariant } from '#db/queries/shown-variant.ts'
import { runAfterCommit } from '#db/transaction-guard.ts'
import { getImageIdentity } from '#features/images/image-identity.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { QueryKey } from '#shared/contract.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { RateLimits } from '#shared/server/access/rate-limits.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import { createOutcomeCache } from '#shared/server/cache/outcome-cache.ts'
import { createLookupLimit } from '#shared/server/outbound/lookup-limit.ts'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import { isNotFoundError, SourceError } from '#shared/server/outbound/source-error.ts'
import type { OutsideQc, OutsideSource } from '../../contract.ts'
import type { SourcePhoto } from '../../source-photo.ts'
import { qcLimits } from '../../spec.ts'
import { listOwnImages } from '../own-images.ts'
import { countNewPhotos, type QcSnapshot, readSnapshots, saveSnapshot } from '../snapshots.ts'
import { mergeSources, type SourceList, toQcItem } from './merge-sources.ts'
import type { QcSource } from './qc-source.ts'

const limits = {
  bytes: 2 * 1024 * 1024,
  remembered: 5_000,
  freshMs: 600_000,
  failedMs: 10_000,
  /** How long a merged answer is cached, in ms: images rendered meanwhile have more metadata. */
  mergedMs: 2_000,
  /** So that a visitor has an answer within 8 s. */
  searchMs: 7_500,
  /** How long a source is waited for that a stored copy speaks for: a page waits a second, and the list is then made. */
  copyMs: 800,
} as const

export type ExternalQcDeps = {
  db: Db
  outbound: Pick<Outbound, 'call' | 'fetchJson'>
  /** None by default: then there are no outside photos. */
  sources: readonly QcSource[]
  pictures: Pick<ImageRegistry, 'toImageUrl' | 'toImageSource' | 'archive' | 'findMetadata'>
  limits: Pick<RateLimits, 'count'>
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Called in the transaction that stores photos that no source had before. */
  onNewPhotos?: (tx: Db, key: ItemKey, photos: { count: number }) => Promise<void>
  /** Hears of items that are shown by another variant now. */
  invalidation?: Pick<Invalidation, 'publish'>
  clock?: () => number
  timeoutMs?: number
}
export type ExternalQc = ReturnType<typeof createExternalQc>

/** A source's current photos of an item, or null when the request failed. */
type SourceOutcome = SourcePhoto[] | null
type AskedSource = { source: QcSource; outcome: SourceOutcome; copy: QcSnapshot | undefined }

/**
 * Asks all QC photo sources in parallel and returns one list. For a source that fails or is slow its last stored
 * reply is used; a failure is a state in the response and never throws.
 */
export function createExternalQc({ clock = Date.now, ...deps }: ExternalQcDeps) {
  const { db, sources, pictures, log, limits: counters } = deps
  const askSource = createSourceRequester({ ...deps, clock })
  const isKnown = async (key: ItemKey) => (await storedCopies(key)).length > 0
  const admit = createLookupLimit({
    limits: counters,
    rule: 'qcExternal',
    limit: qcLimits.newItems,
    isFree: isKnown,
    repeatFreeMs: limits.freshMs,
    clock,
  })
  const findOnce = createOutcomeCache<OutsideQc | null>({
    maxEntries: limits.remembered,
    getLifetimeMs: () => limits.mergedMs,
    clock,
  })

  /**
   * All outside photos of an item; null when every source failed and none has a stored answer. A visitor may
   * look up only so many unknown items: beyond that it throws 429.
   */
  async function find(key: ItemKey, visitor?: string): Promise<OutsideQc | null> {
    const isAsked = sources.some(({ covers }) => covers(key.shopType))
    if (visitor !== undefined && isAsked) await admit(key, visitor)
    return findOnce(formatItemKey(key), () => findNow(key))
  }

  async function findNow(key: ItemKey): Promise<OutsideQc | null> {
    const covering = sources.filter(({ covers }) => covers(key.shopType))
    const outcomes = new Map<QcSource, SourceOutcome>()
    const requests = covering.map(async (source) => void outcomes.set(source, await askSource(source, key)))
    await Promise.race([Promise.all(requests), delay(limits.copyMs, undefined, { ref: false })])
    const copies = covering.every((source) => outcomes.get(source)) ? [] : await storedCopies(key)
    const findCopy = ({ name }: QcSource) => copies.find((copy) => copy.source === name)
    const knownPhotos = covering.map((source) => outcomes.get(source) ?? findCopy(source)?.photos)
    const mustWait = !knownPhotos.some((photos) => photos && photos.length > 0)
    // A slow source continues in the background; the next visitor gets its photos.
    await Promise.all(requests.filter((_, index) => mustWait || !knownPhotos[index]))
    const askedSources = covering.map((source): AskedSource => {
      const outcome = outcomes.get(source) ?? null
      return { source, outcome, copy: outcome ? undefined : findCopy(source) }
    })
    const hasNoResult =
      askedSources.length > 0 && askedSources.every(({ outcome, copy }) => !outcome && !copy)
    return hasNoResult ? null : await merge(key, askedSources)
  }

  async function merge(key: ItemKey, askedSources: AskedSource[]): Promise<OutsideQc> {
    const lists = askedSources.map(({ source, outcome, copy }): SourceList => {
      return { source: source.name, photos: outcome ?? copy?.photos ?? [] }
    })
    const own = await listOwnImages(db, key)
    const images = lists.flatMap(({ photos }) => photos.map(({ image }) => image))
    const facts = await pictures.findMetadata([...own, ...images])
    const items = mergeSources(lists, own, facts).map((merged) => toQcItem(merged, facts, pictures))
    return {
      imgs: items.map(({ url }) => url),
      items,
      sources: sources.map((askedSource) => getSourceState(askedSource, askedSources)),
    }
  }

  /** When the database fails, the sources' answers are still returned. */
  async function storedCopies(key: ItemKey): Promise<QcSnapshot[]> {
    return readSnapshots(db, key, clock()).catch((err) => {
      log.error(
        { err },
        'Stored QC photos could not be read from the database. The sources are asked instead.',
      )
      return []
    })
  }
  return { find }
}

function formatItemKey({ shopType, itemId }: ItemKey): string {
  return `${shopType}/${itemId}`
}

function getSourceState({ name }: QcSource, askedSources: AskedSource[]): OutsideSource {
  const askedSource = askedSources.find(({ source }) => source.name === name)
  if (!askedSource) return { name, state: 'not-asked', asOf: null }
  const { outcome, copy } = askedSource
  if (!outcome) return { name, state: 'unavailable', asOf: copy?.fetchedAt.toISOString() ?? null }
  return { name, state: outcome.length > 0 ? 'photos' : 'none', asOf: null }
}

type SourceRequesterDeps = Omit<ExternalQcDeps, 'sources' | 'limits' | 'clock'> & { clock: () => number }

/** Asks one source for one item: once at a time, and not again while its answer, or its failure, is young. */
function createSourceRequester({ timeoutMs = limits.searchMs, ...deps }: SourceRequesterDeps) {
  const { db, outbound, pictures, log, clock, onNewPhotos, invalidation } = deps
  const askOnce = createOutcomeCache<SourceOutcome>({
    maxEntries: limits.remembered,
    getLifetimeMs: (outcome) => (outcome ? limits.freshMs : limits.failedMs),
    clock,
  })

  async function request(source: QcSource, key: ItemKey): Promise<SourcePhoto[]> {
    // Begins here, so that waiting for a turn counts.
    const signal = AbortSignal.timeout(timeoutMs)
    const headers = { accept: 'application/json', ...source.headers }
    const options = { hosts: 'configured' as const, maxBytes: limits.bytes, headers, timeoutMs, signal }
    return outbound.call(source.breaker, async () => {
      const reply = await outbound.fetchJson(source.buildUrl(key), options)
      return source.read(reply, key, clock())
    })
  }

  async function askNow(source: QcSource, key: ItemKey): Promise<SourceOutcome> {
    try {
      const photos = filterAllowed(await request(source, key).catch(toNoneWhenGone), pictures)
      await storePhotos(source, key, photos)
      return photos
    } catch (error) {
      logFailure(error, source)
      return null
    }
  }

  /** When the database cannot store it, it is still returned. */
  async function storePhotos({ name }: QcSource, key: ItemKey, photos: SourcePhoto[]): Promise<void> {
    try {
      await pictures.archive(photos.map(({ image }) => image))
      const snapshot = { source: name, photos, fetchedAt: new Date(clock()) }
      await db.transaction(async (tx) => {
        const fresh = await countNewPhotos(tx, key, snapshot)
        await saveSnapshot(tx, key, snapshot)
        const stale = await updateShownVariant(tx, key)
        runAfterCommit(() => void renew(stale))
        if (fresh > 0) await onNewPhotos?.(tx, key, { count: fresh })
      })
    } catch (err) {
      log.error({ err }, 'QC photos could not be stored. The next lookup asks the sources again.')
    }
  }

  async function renew(stale: QueryKey[]): Promise<void> {
    await invalidation?.publish(stale).catch((err) => {
      log.error(
        { err },
        'Cached responses with QC photos could not be invalidated. They stay outdated until they expire.',
      )
    })
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
    askOnce(`${source.breaker} ${formatItemKey(key)}`, () => askNow(source, key))
}

function toNoneWhenGone(error: unknown): SourcePhoto[] {
  if (isNotFoundError(error)) return []
  throw error
}

/** The photos from allowed hosts, each once. Throws when none is allowed: photos may exist. */
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
    throw new SourceError('blocked', 'The photos lie on hosts that are not allowed.')
  }
  return [...allowedPhotos.values()]
}
