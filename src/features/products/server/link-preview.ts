import type { ItemKey } from '#shared/marketplaces.ts'
import type { FetchOptions, Outbound } from '#shared/server/outbound/outbound.ts'
import { isNotFoundError, SourceError } from '#shared/server/outbound/source-error.ts'
import {
  type InfoRequest,
  type InfoSource,
  type InfoSourceResult,
  maxSourceBytes,
} from './info/info-source.ts'
import { parseMarketplacePage } from './info/marketplace-page.ts'
import { readWeidianData, readWeidianPage } from './info/weidian-page.ts'

/** The URLs of the marketplaces' public pages. `{id}` is replaced by the item number. */
export type PreviewBases = Record<'weidianPage' | 'weidianData' | 'taobaoPage' | 'offer1688Page', string>

const publicPages: PreviewBases = {
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

type LinkPreviewsDeps = { outbound: Outbound; bases?: PreviewBases | undefined }

/**
 * Reads an item's public page as a chat application does for a link preview: with one plain request that identifies itself.
 * When `bases` is set, those URLs are requested instead of the marketplaces.
 */
export function createLinkPreviews(deps: LinkPreviewsDeps): InfoSource[] {
  const { taobaoPage, offer1688Page } = deps.bases ?? publicPages
  return [
    { name: 'weidian.com', covers: (shopType) => shopType === 'weidian', find: createWeidianFinder(deps) },
    {
      name: 'taobao.com',
      covers: (shopType) => shopType === 'taobao',
      find: createMarketplacePageFinder(deps, {
        name: 'taobao.com',
        base: taobaoPage,
        suffixes: ['taobao.com', 'tmall.com'],
      }),
    },
    {
      name: '1688.com',
      covers: (shopType) => shopType === 'ali_1688',
      find: createMarketplacePageFinder(deps, {
        name: '1688.com',
        base: offer1688Page,
        suffixes: ['1688.com'],
      }),
    },
  ]
}

type PreviewPage = { name: string; base: string; suffixes: string[] }

function createMarketplacePageFinder(
  deps: LinkPreviewsDeps,
  { name, base, suffixes }: PreviewPage,
): InfoSource['find'] {
  const { outbound } = deps
  const fetchPage = async ({ itemId }: ItemKey, request: InfoRequest) => {
    const page = await outbound.fetchText(fillItemId(base, itemId), {
      ...htmlRequest,
      ...getFetchOptions(deps, suffixes, request),
    })
    return parseMarketplacePage(page, itemId)
  }
  return (key, request) => outbound.call(name, () => fetchPage(key, request)).catch(toNotFound)
}

/** Reads Weidian's page first, because it has the variants, then its data call, which also tells when an item does not exist. */
function createWeidianFinder(deps: LinkPreviewsDeps): InfoSource['find'] {
  const { outbound, bases } = deps
  const urls = bases ?? publicPages
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
      .call('weidian.com page', () => fetchItemPage(key, half))
      .catch(toSourceError)
    if (!(pageResult instanceof SourceError) && pageResult.state === 'found') return pageResult
    const dataResult = await outbound.call('weidian.com data', () => fetchItemData(key, half))
    if (dataResult.state === 'unknown' && pageResult instanceof SourceError && !isNotFoundError(pageResult))
      throw pageResult
    return dataResult
  }
}

function getFetchOptions(
  { bases }: LinkPreviewsDeps,
  suffixes: string[],
  { timeoutMs, signal }: InfoRequest,
) {
  const hosts: FetchOptions['hosts'] = bases ? 'configured' : suffixes
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
