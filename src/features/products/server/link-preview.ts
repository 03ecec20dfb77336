import type { ItemKey } from '#shared/marketplaces.ts'
import type { FetchOptions, Outbound } from '#shared/server/outbound/outbound.ts'
import { isGone, SourceError } from '#shared/server/outbound/source-error.ts'
import { type InfoRequest, type InfoSource, maxSourceBytes, type SourceAnswer } from './info/info-source.ts'
import { parseMarketplacePage } from './info/marketplace-page.ts'
import { readWeidianData, readWeidianPage } from './info/weidian-page.ts'

/** The marketplaces' public pages; `{id}` stands for the item. */
export type PreviewBases = Record<'weidianPage' | 'weidianData' | 'taobaoPage' | 'offer1688Page', string>

const publicPages: PreviewBases = {
  weidianPage: 'https://weidian.com/item.html?itemID={id}',
  weidianData: 'https://thor.weidian.com/detail/getItemSkuInfo/1.0?param=%7B%22itemId%22%3A%22{id}%22%7D',
  taobaoPage: 'https://world.taobao.com/item/{id}.htm',
  offer1688Page: 'https://detail.1688.com/offer/{id}.html',
}
/** The same pages at a simulator. */
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
 * Reads an item's public page as a chat application does for a link preview: one plain request that
 * identifies itself. With the operator's `bases`, those are requested instead of the marketplaces.
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
  const fetchPage = async ({ itemId }: ItemKey, ask: InfoRequest) => {
    const page = await outbound.fetchText(fillItemId(base, itemId), {
      ...htmlRequest,
      ...getFetchOptions(deps, suffixes, ask),
    })
    return parseMarketplacePage(page, itemId)
  }
  return (key, ask) => outbound.call(name, () => fetchPage(key, ask)).catch(toNotFound)
}

/** Weidian's page first, since it knows the variants; then its data call, which also knows what does not exist. */
function createWeidianFinder(deps: LinkPreviewsDeps): InfoSource['find'] {
  const { outbound, bases } = deps
  const places = bases ?? publicPages
  const suffixes = ['weidian.com']

  async function fetchItemPage({ itemId }: ItemKey, ask: InfoRequest): Promise<SourceAnswer> {
    const options = { ...htmlRequest, ...getFetchOptions(deps, suffixes, ask) }
    const { text } = await outbound.fetchText(fillItemId(places.weidianPage, itemId), options)
    return readWeidianPage(text, itemId)
  }

  async function fetchItemData({ itemId }: ItemKey, ask: InfoRequest): Promise<SourceAnswer> {
    const options = { ...getFetchOptions(deps, suffixes, ask), headers: { accept: 'application/json' } }
    return readWeidianData(await outbound.fetchJson(fillItemId(places.weidianData, itemId), options))
  }

  return async (key, ask) => {
    const half = { ...ask, timeoutMs: Math.floor(ask.timeoutMs / 2) }
    const shown = await outbound.call('weidian.com page', () => fetchItemPage(key, half)).catch(toSourceError)
    if (!(shown instanceof SourceError) && shown.state === 'found') return shown
    const told = await outbound.call('weidian.com data', () => fetchItemData(key, half))
    if (told.state === 'unknown' && shown instanceof SourceError && !isGone(shown)) throw shown
    return told
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

/** Item numbers are safe in any part of a URL (`itemIdPattern`). */
function fillItemId(base: string, itemId: string): string {
  return base.replace('{id}', () => itemId)
}

function toSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  throw error
}

function toNotFound(error: unknown): SourceAnswer {
  if (isGone(error)) return { state: 'not-found' }
  throw error
}
