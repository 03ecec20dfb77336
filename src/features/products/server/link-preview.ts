import type { FetchOptions, Outbound } from '#shared/server/outbound.ts'
import { isGone, SourceError } from '#shared/server/source-error.ts'
import type { ItemKey } from '#shared/shops.ts'
import { type Ask, type InfoSource, type SourceAnswer, sourceBytes } from './info-source.ts'
import { parseMarketplacePage } from './marketplace-page.ts'
import { readWeidianData, readWeidianPage } from './weidian-page.ts'

/** The marketplaces' public pages; `{id}` stands for the item. */
export type PreviewBases = Record<'weidianPage' | 'weidianData' | 'taobaoPage' | 'offer1688Page', string>

const publicPages: PreviewBases = {
  weidianPage: 'https://weidian.com/item.html?itemID={id}',
  weidianData: 'https://thor.weidian.com/detail/getItemSkuInfo/1.0?param=%7B%22itemId%22%3A%22{id}%22%7D',
  taobaoPage: 'https://world.taobao.com/item/{id}.htm',
  offer1688Page: 'https://detail.1688.com/offer/{id}.html',
}
/** The same pages at a simulator. */
export function previewBasesAt(origin: string): PreviewBases {
  return {
    weidianPage: `${origin}/weidian-page/item.html?itemID={id}`,
    weidianData: `${origin}/weidian-data/detail/getItemSkuInfo/1.0?param=%7B%22itemId%22%3A%22{id}%22%7D`,
    taobaoPage: `${origin}/taobao-page/item/{id}.htm`,
    offer1688Page: `${origin}/1688-page/offer/{id}.html`,
  }
}

const html = { types: ['text/html', 'application/xhtml+xml'], headers: { accept: 'text/html' } }

type LinkPreviewsDeps = { outbound: Outbound; bases?: PreviewBases | undefined }

/**
 * Reads an item's public page as a chat application does for a link preview: one plain request that
 * identifies itself. With the operator's `bases`, those are requested instead of the marketplaces.
 */
export function createLinkPreviews(deps: LinkPreviewsDeps): InfoSource[] {
  const { taobaoPage, offer1688Page } = deps.bases ?? publicPages
  return [
    { name: 'weidian.com', covers: (shopType) => shopType === 'weidian', find: weidianIn(deps) },
    {
      name: 'taobao.com',
      covers: (shopType) => shopType === 'taobao',
      find: shopPageIn(deps, { name: 'taobao.com', base: taobaoPage, suffixes: ['taobao.com', 'tmall.com'] }),
    },
    {
      name: '1688.com',
      covers: (shopType) => shopType === 'ali_1688',
      find: shopPageIn(deps, { name: '1688.com', base: offer1688Page, suffixes: ['1688.com'] }),
    },
  ]
}

type Place = { name: string; base: string; suffixes: string[] }

function shopPageIn(deps: LinkPreviewsDeps, { name, base, suffixes }: Place): InfoSource['find'] {
  const { outbound } = deps
  const read = async ({ itemId }: ItemKey, ask: Ask) => {
    const page = await outbound.fetchText(fill(base, itemId), { ...html, ...optionsFor(deps, suffixes, ask) })
    return parseMarketplacePage(page, itemId)
  }
  return (key, ask) => outbound.call(name, () => read(key, ask)).catch(goneIsNotFound)
}

/** Weidian's page first, since it knows the variants; then its data call, which also knows what does not exist. */
function weidianIn(deps: LinkPreviewsDeps): InfoSource['find'] {
  const { outbound, bases } = deps
  const places = bases ?? publicPages
  const suffixes = ['weidian.com']

  async function page({ itemId }: ItemKey, ask: Ask): Promise<SourceAnswer> {
    const options = { ...html, ...optionsFor(deps, suffixes, ask) }
    const { text } = await outbound.fetchText(fill(places.weidianPage, itemId), options)
    return readWeidianPage(text, itemId)
  }

  async function data({ itemId }: ItemKey, ask: Ask): Promise<SourceAnswer> {
    const options = { ...optionsFor(deps, suffixes, ask), headers: { accept: 'application/json' } }
    return readWeidianData(await outbound.fetchJson(fill(places.weidianData, itemId), options))
  }

  return async (key, ask) => {
    const half = { ...ask, timeoutMs: Math.floor(ask.timeoutMs / 2) }
    const shown = await outbound.call('weidian.com page', () => page(key, half)).catch(asFailure)
    if (!(shown instanceof SourceError) && shown.state === 'found') return shown
    const told = await outbound.call('weidian.com data', () => data(key, half))
    if (told.state === 'unknown' && shown instanceof SourceError && !isGone(shown)) throw shown
    return told
  }
}

function optionsFor({ bases }: LinkPreviewsDeps, suffixes: string[], { timeoutMs, signal }: Ask) {
  const hosts: FetchOptions['hosts'] = bases ? 'configured' : suffixes
  return { hosts, maxBytes: sourceBytes, timeoutMs, signal }
}

/** Item numbers are safe in any part of a URL (`itemIdPattern`). */
function fill(base: string, itemId: string): string {
  return base.replace('{id}', () => itemId)
}

function asFailure(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  throw error
}

function goneIsNotFound(error: unknown): SourceAnswer {
  if (isGone(error)) return { state: 'not-found' }
  throw error
}
