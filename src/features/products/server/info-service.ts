import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import type { ImageRegistry } from '#features/pictures/image-registry.ts'
import { isRequestError, type RequestError } from '#shared/failure.ts'
import type { Invalidation } from '#shared/server/invalidation.ts'
import { createLookupLimit } from '#shared/server/lookup-limit.ts'
import { createOutcomeCache } from '#shared/server/outcome-cache.ts'
import type { RateLimits } from '#shared/server/rate-limits.ts'
import type { ItemKey } from '#shared/shops.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import type { InfoAnswer, ProductInfo } from '../contract.ts'
import { productLimits } from '../spec.ts'
import { createSearch, type Found, type Outcome } from './info-search.ts'
import type { InfoSource } from './info-source.ts'
import { catalogue, type KeptInfo, readInfo, readProduct, writeInfo } from './info-store.ts'

/** How long what was learnt counts, in ms, and how many items without information are remembered. */
const ages = {
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
const remembered = 10_000

type Verdict = KeptInfo | Exclude<Outcome, Found>

export type OnLook = (key: ItemKey, info: ProductInfo, source: string, at: Date) => Promise<void>

type FindOptions = {
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
  onLook?: OnLook
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
  const search = createSearch(deps)
  const decideOnce = createOutcomeCache<Verdict>({ maxEntries: remembered, lifeOf, clock })

  const admit = createLookupLimit({
    limits,
    rule: 'productInfo',
    limit: productLimits.askedItems,
    restMs: ages.admitted,
    clock,
  })

  /**
   * A visitor may have only so many items looked up outside: beyond that a stored answer counts however old
   * it is, and without one it throws 429.
   */
  async function find(key: ItemKey, { forceReload = false, visitor }: FindOptions = {}): Promise<InfoAnswer> {
    const kept = await readInfo(db, key)
    const isFresh = kept && !forceReload && ageOf(kept) < ages.fresh
    if (kept && (isFresh || kept.source === catalogue)) return known(kept, pictures)
    const isAsked = sources.some(({ covers }) => covers(key.shopType))
    const refusal = isAsked && visitor !== undefined ? await refusalOf(admit(key, visitor)) : undefined
    const verdict = refusal || !isAsked ? 'no-source' : await askOutside(key, kept, forceReload)
    if (typeof verdict !== 'string') return known(verdict, pictures)
    const isUsable = kept && verdict !== 'not-found' && ageOf(kept) < ages.stale
    const fallback = isUsable ? kept : await readProduct(db, key)
    if (fallback) return known(fallback, pictures)
    if (refusal) throw refusal
    return { state: verdict, productInfo: null, source: null, fetchedAt: null }
  }

  /** One search per item at a time, and none so soon after the last one. */
  async function askOutside(
    key: ItemKey,
    kept: KeptInfo | undefined,
    forceReload: boolean,
  ): Promise<Verdict> {
    const name = `${key.shopType}/${key.itemId}`
    return decideOnce(name, () => searchAndKeep(key, kept, forceReload), forceReload)
  }

  async function searchAndKeep(key: ItemKey, kept: KeptInfo | undefined, forceReload: boolean) {
    const outcome = await search(key, forceReload)
    if (typeof outcome === 'string') return outcome
    const { source, info } = outcome
    const now = { info: withSources(info, pictures), source, fetchedAt: new Date(clock()) }
    await keep(key, { kept, now }, deps)
    return now
  }

  const ageOf = ({ fetchedAt }: KeptInfo) => clock() - fetchedAt.getTime()
  return { find }
}

/** The rejection of an admission; other errors are thrown on. */
async function refusalOf(admission: Promise<true>): Promise<RequestError | undefined> {
  try {
    await admission
    return undefined
  } catch (error) {
    if (isRequestError(error)) return error
    throw error
  }
}

function lifeOf(verdict: Verdict): number {
  if (verdict === 'not-found') return ages.notFound
  if (verdict === 'unavailable') return ages.failed
  return verdict === 'no-source' ? ages.unknown : ages.settled
}

type Change = { kept: KeptInfo | undefined; now: KeptInfo }

/** Stores a source's answer. When the database cannot store it, it is still returned. */
async function keep(
  key: ItemKey,
  { kept, now }: Change,
  { db, pictures, invalidation, log, onLook }: InfoServiceDeps,
) {
  try {
    await pictures.keep(picturesOf(now.info))
    await writeInfo(db, key, now)
    await onLook?.(key, now.info, now.source, now.fetchedAt)
    if (!kept || !isDeepStrictEqual(kept.info, now.info)) {
      const { shopType, itemId: productCode } = key
      await invalidation.publish([['productInfo', { shopType, productCode }]])
    }
  } catch (error) {
    log.error({ err: error }, 'product information could not be stored')
  }
}

function known({ info, source, fetchedAt }: KeptInfo, pictures: ImageRegistry): InfoAnswer {
  const productInfo = withAddresses(info, pictures)
  return { state: 'known', productInfo, source, fetchedAt: fetchedAt.toISOString() }
}

function picturesOf({ imgList, skus }: ProductInfo): string[] {
  return [...imgList, ...skus.map(({ imgUrl }) => imgUrl)].filter(Boolean)
}

/** Only images that may be shown, as stored sources. */
function withSources(info: ProductInfo, { sourceOf }: ImageRegistry): ProductInfo {
  return {
    ...info,
    imgList: [...new Set(info.imgList.flatMap((raw) => sourceOf(raw) ?? []))],
    skus: info.skus.map((sku) => ({ ...sku, imgUrl: (sku.imgUrl && sourceOf(sku.imgUrl)) || '' })),
  }
}

function withAddresses(info: ProductInfo, { addressOf }: ImageRegistry): ProductInfo {
  return {
    ...info,
    imgList: info.imgList.map(addressOf),
    skus: info.skus.map((sku) => ({ ...sku, imgUrl: addressOf(sku.imgUrl) })),
  }
}
