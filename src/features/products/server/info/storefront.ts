import { z } from 'zod'
import { type ItemKey, parseShopType, type ShopType } from '#shared/marketplaces.ts'
import type { Outbound } from '#shared/server/outbound/outbound.ts'
import { createWrongFormError, isGone, SourceError } from '#shared/server/outbound/source-error.ts'
import { type InfoRequest, type InfoSource, maxSourceBytes, type SourceAnswer } from './info-source.ts'
import { isRecord } from './json-value.ts'
import { normalizeInfo } from './normalize-info.ts'

const platforms: Record<ShopType, string> = { taobao: 'TAOBAO', weidian: 'WEIDIAN', ali_1688: 'ALI_1688' }

/** Lists and objects of unknown content: one wrong field must not cost the whole item. */
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

/** A price without a currency is taken to be in this one. */
const askedCurrency = 'CNY'

/** Under these names a reply may repeat which item it is about. */
const idNames = ['productID', 'productId', 'itemID', 'itemId', 'goodsId']

/** Asks the operator's product-info service in the specification's form (§7 External product info). */
export function createStorefront({ outbound, url }: { outbound: Outbound; url: string }): InfoSource {
  async function requestInfo(
    key: ItemKey,
    { timeoutMs, signal, forceReload }: InfoRequest,
  ): Promise<SourceAnswer> {
    const body = await outbound.fetchJson(buildUrl(url, key, forceReload), {
      hosts: 'configured',
      timeoutMs,
      signal,
      maxBytes: maxSourceBytes,
      headers: { accept: 'application/json' },
    })
    return parseInfoReply(body, key)
  }
  return {
    name: 'storefront',
    covers: () => true,
    find: (key, options) =>
      outbound
        .call('storefront', () => requestInfo(key, options))
        .catch((error) => {
          if (isGone(error)) return { state: 'not-found' }
          throw error
        }),
  }
}

/** `currency` is the specification's name of the parameter, `wmc-currency` the one seen on the wire. */
function buildUrl(base: string, { shopType, itemId }: ItemKey, forceReload: boolean): string {
  const url = new URL(base)
  const parameters = {
    platform: platforms[shopType],
    productID: itemId,
    forceReload: String(forceReload),
    site: 'cnfans',
    lang: 'en',
    currency: askedCurrency,
    'wmc-currency': askedCurrency,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

function parseInfoReply(body: unknown, key: ItemKey): SourceAnswer {
  const parsed = envelope.safeParse(body)
  if (!parsed.success) throw createWrongFormError()
  const { data, productInfo: outer, ...rest } = parsed.data
  const given = data && 'productInfo' in data ? data.productInfo : outer
  if (given) return { state: 'found', info: toProductInfo(given, key) }
  const verdict = classifyReply(rest)
  if (verdict === 'not-found' || (given === null && verdict === 'fine')) return { state: 'not-found' }
  throw createWrongFormError()
}

/** What services write beside an answer that is one. */
const fineCodes = new Set<unknown>([undefined, null, 0, 200, '0', '200', '0000', 'success'])

/** Services answer 200 with a code of their own, so that only a code decides whether nothing means no such item. */
function classifyReply({
  code,
  success,
  message,
  msg,
}: Record<string, unknown>): 'fine' | 'not-found' | 'failed' {
  if (code === 404 || code === '404') return 'not-found'
  const isFine = success !== false && fineCodes.has(code)
  if (isFine) return 'fine'
  return /\b(product|item|goods)\b.{0,20}\bnot (found|exist)/i.test(String(message ?? msg ?? ''))
    ? 'not-found'
    : 'failed'
}

function toProductInfo(given: z.output<typeof productInfo>, { shopType, itemId }: ItemKey) {
  const repeated = idNames.map((name) => given[name]).filter((id) => id !== undefined && id !== null)
  const isOther = repeated.some((id) => String(id) !== itemId)
  const platform = typeof given.platform === 'string' ? parseShopType(given.platform) : undefined
  if (isOther || (platform && platform !== shopType)) {
    throw new SourceError('bad-body', 'The response is about another item.')
  }
  const info = normalizeInfo({
    title: given.titleTrans || given.title,
    titleOriginal: given.title,
    price: given.price,
    currency: given.currency || askedCurrency,
    images: given.imgList,
    skus: given.skus,
    axes: given.productAttr.map(({ attrID, attrTrans, values }) => ({
      id: attrID,
      name: attrTrans,
      values: objects.parse(values).map(({ valueID, valueTrans }) => ({ id: valueID, name: valueTrans })),
    })),
    properties: Object.entries(given.propsTrans),
  })
  if (!info) throw createWrongFormError()
  return info
}
