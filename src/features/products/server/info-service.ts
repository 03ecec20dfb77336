import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import type { Pictures } from '#features/pictures/pictures.ts'
import { ExpiringMap } from '#shared/server/expiring-map.ts'
import type { Invalidation } from '#shared/server/invalidation.ts'
import { SourceError } from '#shared/server/source-error.ts'
import type { InfoAnswer, ProductInfo } from '../contract.ts'
import type { InfoSource, ItemKey } from './info-source.ts'
import { catalogue, type KeptInfo, readInfo, readProduct, writeInfo } from './info-store.ts'

const minute = 60_000
const hour = 60 * minute

/** How long what was learnt counts, in ms (P27), and how many items without information are remembered. */
const ages = {
  fresh: 6 * hour,
  stale: 30 * 24 * hour,
  notFound: 10 * minute,
  /** No visitor makes us ask a source again so soon after it failed or knew nothing. */
  failed: 10_000,
  unknown: minute,
  /** Covers a reader whose look into the database was older than the answer that just came. */
  settled: 2_000,
} as const
const remembered = 10_000

/** For all sources of one search, so that whoever waits has an answer within 8 s (P27). */
const searchMs = 7_500

/** The part of the time that a source leaves to each one behind it. */
const reservedPart = 0.375

/** What the outside said: an item, a clear no, a failure, or nothing. */
type Verdict = KeptInfo | 'not-found' | 'unavailable' | 'no-source'

type Deps = {
  db: Db
  sources: readonly InfoSource[]
  pictures: Pictures
  invalidation: Invalidation
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  clock?: () => number
  /** For all sources of one search together. */
  timeoutMs?: number
}

/**
 * Finds what is known of an item: from the catalogue, a stored answer of the last six hours, or the outside sources in
 * their order. Faults outside become states of the answer and never errors; a fault of the database is one.
 */
export function createInfoService({ db, sources, pictures, invalidation, log, ...rest }: Deps) {
  const { clock = Date.now, timeoutMs = searchMs } = rest
  const verdicts = new ExpiringMap<Verdict>(remembered, clock)
  const flights = new Map<string, Promise<Verdict>>()

  async function find(key: ItemKey, { forceReload = false } = {}): Promise<InfoAnswer> {
    const kept = await readInfo(db, key)
    if (kept && (kept.source === catalogue || (!forceReload && ageOf(kept) < ages.fresh))) return known(kept)
    const verdict = await askOutside(key, kept, forceReload)
    if (typeof verdict !== 'string') return known(verdict)
    const isUsable = kept && verdict !== 'not-found' && ageOf(kept) < ages.stale
    const fallback = isUsable ? kept : await readProduct(db, key)
    return fallback ? known(fallback) : { state: verdict, productInfo: null, source: null, fetchedAt: null }
  }

  /** One search per item at a time, and none so soon after the last one. */
  async function askOutside(
    key: ItemKey,
    kept: KeptInfo | undefined,
    forceReload: boolean,
  ): Promise<Verdict> {
    const covering = sources.filter(({ covers }) => covers(key.shopType))
    if (covering.length === 0) return 'no-source'
    const name = `${key.shopType}/${key.itemId}`
    const recent = forceReload ? undefined : verdicts.get(name)
    if (recent) return recent
    const flight = flights.get(name) ?? settle(name, search(key, { covering, kept, forceReload }))
    flights.set(name, flight)
    return flight
  }

  async function settle(name: string, search: Promise<Verdict>): Promise<Verdict> {
    try {
      const verdict = await search
      verdicts.set(name, verdict, lifeOf(verdict))
      return verdict
    } finally {
      flights.delete(name)
    }
  }

  async function search(key: ItemKey, { covering, kept, forceReload }: Search): Promise<Verdict> {
    const end = deadlineIn(timeoutMs)
    let outcome: Verdict = 'no-source'
    for (const [index, source] of covering.entries()) {
      const behind = covering.length - 1 - index
      const share = Math.max(0, end.left() - behind * reservedPart * timeoutMs)
      const asked = source.find(key, { timeoutMs: Math.ceil(share), signal: end.signal, forceReload })
      const answer = await Promise.race([asked, end.passed]).catch((error) => failed(source, error))
      if (answer.state === 'found') return keep(key, { kept, source, info: answer.info })
      if (answer.state === 'not-found') return 'not-found'
      if (answer.state === 'failed') outcome = 'unavailable'
    }
    return outcome
  }

  function failed({ name }: InfoSource, error: unknown): { state: 'failed' } {
    if (!(error instanceof SourceError)) log.error({ err: error, source: name }, 'source could not be read')
    else if (error.kind !== 'open') {
      log.warn({ source: name, kind: error.kind, status: error.status }, error.message)
    }
    return { state: 'failed' }
  }

  /** Stores what a source said. A database that can't keep it is no reason to withhold it. */
  async function keep(key: ItemKey, { kept, source, info: raw }: Found): Promise<KeptInfo> {
    const info = withSources(raw, pictures)
    const now = { info, source: source.name, fetchedAt: new Date(clock()) }
    try {
      await pictures.keep(picturesOf(info))
      await writeInfo(db, key, now)
      if (!kept || !isDeepStrictEqual(kept.info, info)) {
        const { shopType, itemId: productCode } = key
        await invalidation.publish([['productInfo', { shopType, productCode }]])
      }
    } catch (error) {
      log.error({ err: error }, 'product information could not be stored')
    }
    return now
  }

  function known({ info, source, fetchedAt }: KeptInfo): InfoAnswer {
    return {
      state: 'known',
      productInfo: withAddresses(info, pictures),
      source,
      fetchedAt: fetchedAt.toISOString(),
    }
  }

  const ageOf = ({ fetchedAt }: KeptInfo) => clock() - fetchedAt.getTime()
  return { find }
}

type Search = { covering: readonly InfoSource[]; kept: KeptInfo | undefined; forceReload: boolean }
type Found = { kept: KeptInfo | undefined; source: InfoSource; info: ProductInfo }

function lifeOf(verdict: Verdict): number {
  if (verdict === 'not-found') return ages.notFound
  if (verdict === 'unavailable') return ages.failed
  return verdict === 'no-source' ? ages.unknown : ages.settled
}

/** A point in time as a signal, as a promise that rejects, and as the ms that are left. */
function deadlineIn(ms: number) {
  const begun = performance.now()
  const signal = AbortSignal.timeout(ms)
  const passed = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new SourceError('timeout', 'The sources took too long.')))
  })
  passed.catch(() => {})
  return { signal, passed, left: () => ms - (performance.now() - begun) }
}

function picturesOf({ imgList, skus }: ProductInfo): string[] {
  return [...imgList, ...skus.map(({ imgUrl }) => imgUrl)].filter(Boolean)
}

/** Only pictures that may be shown stay, in the form in which they are kept. */
function withSources(info: ProductInfo, { sourceOf }: Pictures): ProductInfo {
  return {
    ...info,
    imgList: [...new Set(info.imgList.flatMap((raw) => sourceOf(raw) ?? []))],
    skus: info.skus.map((sku) => ({ ...sku, imgUrl: (sku.imgUrl && sourceOf(sku.imgUrl)) || '' })),
  }
}

function withAddresses(info: ProductInfo, { addressOf }: Pictures): ProductInfo {
  return {
    ...info,
    imgList: info.imgList.map(addressOf),
    skus: info.skus.map((sku) => ({ ...sku, imgUrl: addressOf(sku.imgUrl) })),
  }
}
