import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/db.ts'
import { getItemKind } from '#features/freight/kinds/item-kind.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import { isRequestError, type RequestError } from '#shared/failure.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import type { ItemKey, ShopType } from '#shared/marketplaces.ts'
import type { RateLimits } from '#shared/server/access/rate-limits.ts'
import { createOutcomeCache } from '#shared/server/cache/outcome-cache.ts'
import { createLookupLimit } from '#shared/server/outbound/lookup-limit.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import type { InfoResult } from '../../contract.ts'
import { productLimits } from '../../texts-and-limits.ts'
import { serverLimits } from '../limits.ts'
import {
  catalogueSource,
  readInfo,
  readingSource,
  readProductInfo,
  type ShownInfo,
  type StoredInfo,
  toShownInfo,
  writeInfo,
} from './info-repository.ts'
import { createInfoSearch, getFirstState, type MissingState } from './info-search.ts'
import { type InfoSource, listUsableSources } from './info-source.ts'
import { getSourceLabel } from './info-sources.ts'

/** How long the results of a lookup are used. */
const lifetimesMs = {
  fresh: productLimits.freshMs,
  stale: 30 * DAY_MS,
  notFound: 10 * MINUTE_MS,
  /** The pause before a source is requested again after a failure, or after a response without the item. */
  failed: 10_000,
  unknown: MINUTE_MS,
  /** For a request that read the database just before the information was stored. */
  settled: 2_000,
  /** The time in which repeated lookups of an item by one visitor count once. */
  admitted: MINUTE_MS,
} as const
/** The maximum number of items whose lookup result is cached. */
const maxCachedItems = 10_000

type InfoLookup = StoredInfo | MissingState

export type OnFreshInfo = (key: ItemKey, info: ProductInfo, source: string, at: Date) => Promise<void>

type FindInfoOptions = {
  forceReload?: boolean
  /** The visitor's address; undefined for the site itself and for admins, which have no limit. */
  visitor?: string | undefined
}

type InfoServiceDeps = {
  db: Db
  sources: readonly InfoSource[]
  /** Marketplaces that show their pages only to people who are logged in, so their pages are no source. */
  walledMarketplaces: readonly ShopType[]
  pictures: ImageRegistry
  limits: Pick<RateLimits, 'count'>
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Called with every new information from a source. */
  onObservation?: OnFreshInfo
  clock?: () => number
  /** The time for all sources of one search together. */
  timeoutMs?: number
}

/**
 * Finds an item's information: in the catalogue, in the stored information of the last six hours, or at the outside sources
 * in order. A failure of a source becomes a state of the result. A failure of the database is thrown.
 */
export function createInfoService(deps: InfoServiceDeps) {
  const { db, sources, walledMarketplaces, pictures, limits, clock = Date.now } = deps
  const search = createInfoSearch(deps)
  const lookUpOnce = createOutcomeCache<InfoLookup>({ maxEntries: maxCachedItems, getLifetimeMs, clock })

  const admit = createLookupLimit({
    limits,
    rule: 'productInfo',
    limit: serverLimits.requestedItems,
    repeatFreeMs: lifetimesMs.admitted,
    clock,
  })

  /** Whether a source can be asked for the items of a marketplace. */
  const hasSource = (shopType: ShopType) => listUsableSources(sources, shopType).length > 0

  /**
   * The number of items that are looked up outside is limited per visitor. Beyond the limit, stored information of any age is
   * returned; without it a RequestError (429) is thrown.
   */
  async function find(
    key: ItemKey,
    { forceReload = false, visitor }: FindInfoOptions = {},
  ): Promise<InfoResult> {
    const toResult = async (info: StoredInfo) => toInfoResult(await toShownInfo(db, key, info), deps)
    const stored = await readInfo(db, key)
    const isFresh = stored && !forceReload && getAgeMs(stored) < lifetimesMs.fresh
    if (stored && (isFresh || stored.source === catalogueSource)) return toResult(stored)
    const isAskable = hasSource(key.shopType)
    const limitError =
      isAskable && visitor !== undefined ? await findAdmissionError(admit(key, visitor)) : undefined
    const lookup = limitError || !isAskable ? 'no-source' : await lookUp(key, stored, forceReload)
    if (typeof lookup !== 'string') return toResult(lookup)
    const isUsable =
      stored &&
      lookup !== 'not-found' &&
      (stored.source === readingSource || getAgeMs(stored) < lifetimesMs.stale)
    const fallback = isUsable ? stored : await readProductInfo(db, key)
    if (fallback) return toResult(fallback)
    if (limitError) throw limitError
    const isWalled = walledMarketplaces.includes(key.shopType)
    return {
      state: isWalled ? getFirstState(lookup, 'walled') : lookup,
      productInfo: null,
      shownSku: null,
      kind: null,
      source: null,
      sourceLabel: null,
      fetchedAt: null,
    }
  }

  /** Searches at most once per item at a time, and not again within the lifetime of the last result. */
  async function lookUp(
    key: ItemKey,
    stored: StoredInfo | undefined,
    forceReload: boolean,
  ): Promise<InfoLookup> {
    const name = `${key.shopType}/${key.itemId}`
    return lookUpOnce(name, () => searchAndSave(key, stored, forceReload), forceReload)
  }

  async function searchAndSave(key: ItemKey, previous: StoredInfo | undefined, forceReload: boolean) {
    const outcome = await search(key, forceReload)
    if (typeof outcome === 'string') return outcome
    const { source, info } = outcome
    const current = { info: replaceUrlsBySources(info, pictures), source, fetchedAt: new Date(clock()) }
    await saveInfo(key, { previous, current }, deps)
    return current
  }

  const getAgeMs = ({ fetchedAt }: StoredInfo) => clock() - fetchedAt.getTime()
  return { find, hasSource }
}

/** The RequestError of a rejected admission, if any. Other errors are rethrown. */
async function findAdmissionError(admission: Promise<true>): Promise<RequestError | undefined> {
  try {
    await admission
    return undefined
  } catch (error) {
    if (isRequestError(error)) return error
    throw error
  }
}

function getLifetimeMs(lookup: InfoLookup): number {
  if (lookup === 'not-found') return lifetimesMs.notFound
  if (lookup === 'unavailable') return lifetimesMs.failed
  return typeof lookup === 'string' ? lifetimesMs.unknown : lifetimesMs.settled
}

type InfoUpdate = { previous: StoredInfo | undefined; current: StoredInfo }

/** Stores new information and invalidates stale responses. A failure is logged only, because the information is still returned. */
async function saveInfo(
  key: ItemKey,
  { previous, current }: InfoUpdate,
  { db, pictures, log, onObservation }: InfoServiceDeps,
) {
  try {
    await pictures.register(listImages(current.info))
    await writeInfo(db, key, current, !isDeepStrictEqual(previous?.info, current.info))
    await onObservation?.(key, current.info, current.source, current.fetchedAt)
  } catch (error) {
    log.error(
      { err: error },
      'Product information could not be stored. It will be requested again at the next visit.',
    )
  }
}

function toInfoResult(
  { info, shownSku, source, fetchedAt }: ShownInfo,
  { pictures, sources }: Pick<InfoServiceDeps, 'pictures' | 'sources'>,
): InfoResult {
  return {
    state: 'known',
    productInfo: replaceSourcesByUrls(info, pictures),
    shownSku,
    kind: getItemKind(info.title),
    source,
    sourceLabel: getSourceLabel(sources, source),
    fetchedAt: fetchedAt.toISOString(),
  }
}

function listImages({ imgList, skus }: ProductInfo): string[] {
  return [...imgList, ...skus.map(({ imgUrl }) => imgUrl)].filter(Boolean)
}

/** Replaces image URLs by sources. Images that may not be shown are removed. */
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
