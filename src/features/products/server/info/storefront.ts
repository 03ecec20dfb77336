import { z } from 'zod'
import { type ItemKey, parseShopType, type ShopType } from '#shared/marketplaces.ts'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import { createWrongFormError, isNotFoundError, SourceError } from '#shared/server/outbound/source-error.ts'
import { type FindInfo, type InfoRequest, type InfoSourceResult, maxSourceBytes } from './info-source.ts'
import { isRecord } from './json-value.ts'
import { normalizeInfo } from './normalize-info.ts'

const platforms: Record<ShopType, string> = { taobao: 'TAOBAO', weidian: 'WEIDIAN', ali_1688: 'ALI_1688' }

/** Lists and objects of any content, so that one invalid field does not invalidate the whole item. */
const list = z.array(z.unknown()).catch([])
const objects = list.transform((items) => items.filter(isRecord))

const productInfo = z.looseObject({
  imgList: list,
  skus: objects,
  productAttr: objects,
  propsTrans: z.record(z.string(), z.unknown()).catch({}),
})

const envelope = z.looseObject({
  data: z.looseObject({ productInfo: productInfo.nullish() }).nullish().catch(undefined),
  productInfo: productInfo.nullish(),
})

/** The requested currency, which is assumed for a price without one. */
const requestedCurrency = 'CNY'

/** The field names under which a response may repeat the item number. */
const idNames = ['productID', 'productId', 'itemID', 'itemId', 'goodsId']

type StorefrontDeps = { outbound: Outbound; url: string; breaker: string }

/** Requests the operator's product-info service in the specification's format (§7 External product info). */
export function createStorefrontFinder({ outbound, url, breaker }: StorefrontDeps): FindInfo {
  async function requestInfo(
    key: ItemKey,
    { timeoutMs, signal, forceReload }: InfoRequest,
  ): Promise<InfoSourceResult> {
    const body = await outbound.fetchJson(buildUrl(url, key, forceReload), {
      hosts: 'configured',
      timeoutMs,
      signal,
      maxBytes: maxSourceBytes,
      headers: { accept: 'application/json' },
    })
    return parseInfoResponse(body, key)
  }
  return (key, options) =>
    outbound
      .call(breaker, () => requestInfo(key, options))
      .catch((error) => {
        if (isNotFoundError(error)) return { state: 'not-found' }
        throw error
      })
}

/** Builds the request URL. The specification names the parameter `currency`; real services use `wmc-currency`. */
function buildUrl(base: string, { shopType, itemId }: ItemKey, forceReload: boolean): string {
  const url = new URL(base)
  const parameters = {
    platform: platforms[shopType],
    productID: itemId,
    forceReload: String(forceReload),
    site: 'cnfans',
    lang: 'en',
    currency: requestedCurrency,
    'wmc-currency': requestedCurrency,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

function parseInfoResponse(body: unknown, key: ItemKey): InfoSourceResult {
  const parsed = envelope.safeParse(body)
  if (!parsed.success) throw createWrongFormError()
  const { data, productInfo: outer, ...rest } = parsed.data
  const received = data && 'productInfo' in data ? data.productInfo : outer
  if (received) return { state: 'found', info: toProductInfo(received, key) }
  const status = classifyResponse(rest)
  if (status === 'not-found' || (received === null && status === 'ok')) return { state: 'not-found' }
  throw createWrongFormError()
}

/** The codes that services send with a successful response. */
const successCodes = new Set<unknown>([undefined, null, 0, 200, '0', '200', '0000', 'success'])

/** Services respond with HTTP 200 and their own code, so only that code tells whether an empty response means "not found". */
function classifyResponse({
  code,
  success,
  message,
  msg,
}: Record<string, unknown>): 'ok' | 'not-found' | 'failed' {
  if (code === 404 || code === '404') return 'not-found'
  const isOk = success !== false && successCodes.has(code)
  if (isOk) return 'ok'
  return /\b(product|item|goods)\b.{0,20}\bnot (found|exist)/i.test(String(message ?? msg ?? ''))
    ? 'not-found'
    : 'failed'
}

function toProductInfo(received: z.output<typeof productInfo>, { shopType, itemId }: ItemKey) {
  const itemIds = idNames.map((name) => received[name]).filter((id) => id !== undefined && id !== null)
  const isOther = itemIds.some((id) => String(id) !== itemId)
  const platform = typeof received.platform === 'string' ? parseShopType(received.platform) : undefined
  if (isOther || (platform && platform !== shopType)) {
    throw new SourceError('bad-body', 'The response is about another item.')
  }
  const info = normalizeInfo({
    title: received.titleTrans || received.title,
    titleOriginal: received.title,
    price: received.price,
    currency: received.currency || requestedCurrency,
    images: received.imgList,
    skus: received.skus,
    axes: received.productAttr.map(({ attrID, attrTrans, values }) => ({
      id: attrID,
      name: attrTrans,
      values: objects.parse(values).map(({ valueID, valueTrans }) => ({ id: valueID, name: valueTrans })),
    })),
    properties: Object.entries(received.propsTrans),
  })
  if (!info) throw createWrongFormError()
  return info
}
