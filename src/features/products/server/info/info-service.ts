import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import { isRequestError, type RequestError } from '#shared/failure.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { RateLimits } from '#shared/server/access/rate-limits.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import { createOutcomeCache } from '#shared/server/cache/outcome-cache.ts'
import { createLookupLimit } from '#shared/server/outbound/lookup-limit.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import type { InfoAnswer, ProductInfo } from '../../contract.ts'
import { productLimits } from '../../spec.ts'
import { serverLimits } from '../limits.ts'
import {
  catalogueSource,
  readInfo,
  readProductInfo,
  type ShownInfo,
  type StoredInfo,
  toShownInfo,
  writeInfo,
} from './info-repository.ts'
import { createInfoSearch, type FoundInfo, type InfoSearchOutcome } from './info-search.ts'
import type { InfoSource } from './info-source.ts'

/** How long what was learnt counts, in ms, and how many items without information are remembered. */
const lifetimesMs = {
  fresh: productLimits.freshMs,
  stale: 30 * DAY_MS,
  notFound: 10 * MINUTE_MS,
  /** No visitor makes us ask a source again so soon after it failed or knew nothing. */
  failed: 10_000,
  unknown: MINUTE_MS,
  /** Covers a reader whose look into the database was older than the answer that just came. */
  settled: 2_000,
  /** How long a visitor may have the same item asked for without it counting again. */
  admitted: MINUTE_MS,
} as const
const maxCachedItems = 10_000

type InfoLookup = StoredInfo | Exclude<InfoSearchOutcome, FoundInfo>

export type OnFreshInfo = (key: ItemKey, info: ProductInfo, source: string, at: Date) => Promise<void>

type FindInfoOptions = {
  forceReload?: boolean
  /** The visitor's address, unless it is the site itself or an admin. */
  visitor?: string | undefined
}

type InfoServiceDeps = {
  db: Db
  sources: readonly InfoSource[]
  pictures: ImageRegistry
  invalidation: Invalidation
  limits: Pick<RateLimits, 'count'>
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Called with every fresh answer of a source. */
  onObservation?: OnFreshInfo
  clock?: () => number
  /** For all sources of one search together. */
  timeoutMs?: number
}

/**
 * Finds an item's information: from the catalogue, a stored answer of the last six hours, or the outside
 * sources in order. Faults of sources become states of the answer and never errors; a fault of the database
 * is one.
 */
export function createInfoService(deps: InfoServiceDeps) {
  const { db, sources, pictures, limits, clock = Date.now } = deps
  const search = createInfoSearch(deps)
  const decideOnce = createOutcomeCache<InfoLookup>({ maxEntries: maxCachedItems, getLifeMs, clock })

  const admit = createLookupLimit({
    limits,
    rule: 'productInfo',
    limit: serverLimits.askedItems,
    restMs: lifetimesMs.admitted,
    clock,
  })

  /**
   * A visitor may have only so many items looked up outside: beyond that a stored answer counts however old
   * it is, and without one it throws 429.
   */
  async function find(
    key: ItemKey,
    { forceReload = false, visitor }: FindInfoOptions = {},
  ): Promise<InfoAnswer> {
    const answer = async (info: StoredInfo) => toInfoAnswer(await toShownInfo(db, key, info), pictures)
    const kept = await readInfo(db, key)
    const isFresh = kept && !forceReload && getAgeMs(kept) < lifetimesMs.fresh
    if (kept && (isFresh || kept.source === catalogueSource)) return answer(kept)
    const isAsked = sources.some(({ covers }) => covers(key.shopType))
    const refusal =
      isAsked && visitor !== undefined ? await findAdmissionError(admit(key, visitor)) : undefined
    const verdict = refusal || !isAsked ? 'no-source' : await askOutside(key, kept, forceReload)
    if (typeof verdict !== 'string') return answer(verdict)
    const isUsable = kept && verdict !== 'not-found' && getAgeMs(kept) < lifetimesMs.stale
    const fallback = isUsable ? kept : await readProductInfo(db, key)
    if (fallback) return answer(fallback)
    if (refusal) throw refusal
    return { state: verdict, productInfo: null, shownSku: null, source: null, fetchedAt: null }
  }

  /** One search per item at a time, and none so soon after the last one. */
  async function askOutside(
    key: ItemKey,
    kept: StoredInfo | undefined,
    forceReload: boolean,
  ): Promise<InfoLookup> {
    const name = `${key.shopType}/${key.itemId}`
    return decideOnce(name, () => searchAndSave(key, kept, forceReload), forceReload)
  }

  async function searchAndSave(key: ItemKey, kept: StoredInfo | undefined, forceReload: boolean) {
    const outcome = await search(key, forceReload)
    if (typeof outcome === 'string') return outcome
    const { source, info } = outcome
    const now = { info: replaceUrlsBySources(info, pictures), source, fetchedAt: new Date(clock()) }
    await saveInfo(key, { kept, now }, deps)
    return now
  }

  const getAgeMs = ({ fetchedAt }: StoredInfo) => clock() - fetchedAt.getTime()
  return { find }
}

/** The rejection of an admission; other errors are thrown on. */
async function findAdmissionError(admission: Promise<true>): Promise<RequestError | undefined> {
  try {
    await admission
    return undefined
  } catch (error) {
    if (isRequestError(error)) return error
    throw error
  }
}

function getLifeMs(verdict: InfoLookup): number {
  if (verdict === 'not-found') return lifetimesMs.notFound
  if (verdict === 'unavailable') return lifetimesMs.failed
  return verdict === 'no-source' ? lifetimesMs.unknown : lifetimesMs.settled
}

type InfoUpdate = { kept: StoredInfo | undefined; now: StoredInfo }

/** Stores a source's answer. When the database cannot store it, it is still returned. */
async function saveInfo(
  key: ItemKey,
  { kept, now }: InfoUpdate,
  { db, pictures, invalidation, log, onObservation }: InfoServiceDeps,
) {
  try {
    await pictures.keep(listImages(now.info))
    const stale = await writeInfo(db, key, now)
    await onObservation?.(key, now.info, now.source, now.fetchedAt)
    const { shopType, itemId: productCode } = key
    if (stale.length > 0) await invalidation.publish(stale)
    else if (!kept || !isDeepStrictEqual(kept.info, now.info))
      await invalidation.publish([['productInfo', { shopType, productCode }]])
  } catch (error) {
    log.error({ err: error }, 'product information could not be stored')
  }
}

function toInfoAnswer({ info, shownSku, source, fetchedAt }: ShownInfo, pictures: ImageRegistry): InfoAnswer {
  const productInfo = replaceSourcesByUrls(info, pictures)
  return { state: 'known', productInfo, shownSku, source, fetchedAt: fetchedAt.toISOString() }
}

function listImages({ imgList, skus }: ProductInfo): string[] {
  return [...imgList, ...skus.map(({ imgUrl }) => imgUrl)].filter(Boolean)
}

/** Only images that may be shown, as stored sources. */
function replaceUrlsBySources(info: ProductInfo, { toImageSource }: ImageRegistry): ProductInfo {
  return {
    ...info,
    imgList: [...new Set(info.imgList.flatMap((raw) => toImageSource(raw) ?? []))],
    skus: info.skus.map((sku) => ({ ...sku, imgUrl: (sku.imgUrl && toImageSource(sku.imgUrl)) || '' })),
  }
}

function replaceSourcesByUrls(info: ProductInfo, { toImageUrl }: ImageRegistry): ProductInfo {
  return {
    ...info,
    imgList: info.imgList.map(toImageUrl),
    skus: info.skus.map((sku) => ({ ...sku, imgUrl: toImageUrl(sku.imgUrl) })),
  }
}
