import type { ItemKey } from '#shared/marketplaces.ts'
import type { FetchOptions, Outbound } from '#shared/server/outbound/outbound.ts'
import { isNotFoundError, SourceError } from '#shared/server/outbound/source-error.ts'
import { type FindInfo, type InfoRequest, type InfoSourceResult, maxSourceBytes } from './info/info-source.ts'
import { parseMarketplacePage } from './info/marketplace-page.ts'
import { readWeidianData, readWeidianPage } from './info/weidian-page.ts'

/** The URLs of the marketplaces' public pages. `{id}` is replaced by the item number. */
export type PreviewBases = Record<'weidianPage' | 'weidianData' | 'taobaoPage' | 'offer1688Page', string>

export const publicPages: PreviewBases = {
  weidianPage: 'https://weidian.com/item.html?itemID={id}',
  weidianData: 'https://thor.weidian.com/detail/getItemSkuInfo/1.0?param=%7B%22itemId%22%3A%22{id}%22%7D',
  taobaoPage: 'https://world.taobao.com/item/{id}.htm',
  offer1688Page: 'https://detail.1688.com/offer/{id}.html',
}
/** The URLs of the same pages at a simulator. */
export function getPreviewBases(origin: string): PreviewBases {
  return {
    weidianPage: `${origin}/weidian-page/item.html?itemID={id}`,
    weidianData: `${origin}/weidian-data/detail/getItemSkuInfo/1.0?param=%7B%22itemId%22%3A%22{id}%22%7D`,
    taobaoPage: `${origin}/taobao-page/item/{id}.htm`,
    offer1688Page: `${origin}/1688-page/offer/{id}.html`,
  }
}

const htmlRequest = { types: ['text/html', 'application/xhtml+xml'], headers: { accept: 'text/html' } }

type LinkPreviewsDeps = {
  outbound: Outbound
  urls: PreviewBases
  /** Whether the URLs are configured instead of the marketplaces' own. */
  isConfiguredHost: boolean
}

/** The hosts of the pages, by the names of their circuit breakers. */
const marketplacePages = {
  'taobao.com': { url: 'taobaoPage', suffixes: ['taobao.com', 'tmall.com'] },
  '1688.com': { url: 'offer1688Page', suffixes: ['1688.com'] },
} as const

/**
 * Reads an item's public page as a chat application does for a link preview: with one plain request that identifies itself.
 */
export function createMarketplacePageFinder(
  deps: LinkPreviewsDeps,
  breaker: keyof typeof marketplacePages,
): FindInfo {
  const { outbound, urls } = deps
  const { url, suffixes } = marketplacePages[breaker]
  const fetchPage = async ({ itemId }: ItemKey, request: InfoRequest) => {
    const page = await outbound.fetchText(fillItemId(urls[url], itemId), {
      ...htmlRequest,
      ...getFetchOptions(deps, suffixes, request),
    })
    return parseMarketplacePage(page, itemId)
  }
  return (key, request) => outbound.call(breaker, () => fetchPage(key, request)).catch(toNotFound)
}

export const weidianBreakers = { page: 'weidian.com page', data: 'weidian.com data' } as const

/** Reads Weidian's page first, because it has the variants, then its data call, which also tells when an item does not exist. */
export function createWeidianFinder(deps: LinkPreviewsDeps): FindInfo {
  const { outbound, urls } = deps
  const suffixes = ['weidian.com']

  async function fetchItemPage({ itemId }: ItemKey, request: InfoRequest): Promise<InfoSourceResult> {
    const options = { ...htmlRequest, ...getFetchOptions(deps, suffixes, request) }
    const { text } = await outbound.fetchText(fillItemId(urls.weidianPage, itemId), options)
    return readWeidianPage(text, itemId)
  }

  async function fetchItemData({ itemId }: ItemKey, request: InfoRequest): Promise<InfoSourceResult> {
    const options = { ...getFetchOptions(deps, suffixes, request), headers: { accept: 'application/json' } }
    return readWeidianData(await outbound.fetchJson(fillItemId(urls.weidianData, itemId), options))
  }

  return async (key, request) => {
    const half = { ...request, timeoutMs: Math.floor(request.timeoutMs / 2) }
    const pageResult = await outbound
      .call(weidianBreakers.page, () => fetchItemPage(key, half))
      .catch(toSourceError)
    if (!(pageResult instanceof SourceError) && pageResult.state === 'found') return pageResult
    const dataResult = await outbound.call(weidianBreakers.data, () => fetchItemData(key, half))
    if (dataResult.state === 'unknown' && pageResult instanceof SourceError && !isNotFoundError(pageResult))
      throw pageResult
    return dataResult
  }
}

function getFetchOptions(
  { isConfiguredHost }: LinkPreviewsDeps,
  suffixes: readonly string[],
  { timeoutMs, signal }: InfoRequest,
) {
  const hosts: FetchOptions['hosts'] = isConfiguredHost ? 'configured' : suffixes
  return { hosts, maxBytes: maxSourceBytes, timeoutMs, signal }
}

/** Inserts the item number, which is safe in any part of a URL (`itemIdPattern`). */
function fillItemId(base: string, itemId: string): string {
  return base.replace('{id}', () => itemId)
}

function toSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  throw error
}

function toNotFound(error: unknown): InfoSourceResult {
  if (isNotFoundError(error)) return { state: 'not-found' }
  throw error
}
