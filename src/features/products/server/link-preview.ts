import type { FetchOptions, Outbound } from '#shared/server/outbound.ts'
import { isGone, SourceError } from '#shared/server/source-error.ts'
import { type Ask, type InfoSource, type ItemKey, type SourceAnswer, sourceBytes } from './info-source.ts'
import { readShopPage } from './shop-page.ts'
import { readWeidianData, readWeidianPage } from './weidian-page.ts'

/** Where the marketplaces' public pages are; `{id}` stands for the item. */
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

type Deps = { outbound: Outbound; bases?: PreviewBases | undefined }

/**
 * Reads an item's public page as a chat application does for a link preview: one plain request that says who asks.
 * With `bases` of the operator's, those are asked instead of the marketplaces.
 */
export function createLinkPreviews({ outbound, bases }: Deps): InfoSource[] {
  const places = bases ?? publicPages

  function optionsFor(suffixes: string[], { timeoutMs, signal }: Ask) {
    const hosts: FetchOptions['hosts'] = bases ? 'configured' : suffixes
    return { hosts, maxBytes: sourceBytes, timeoutMs, signal }
  }

  function shopPage(name: string, base: string, suffixes: string[]): InfoSource['find'] {
    const read = async ({ itemId }: ItemKey, ask: Ask) => {
      const page = await outbound.fetchText(fill(base, itemId), { ...html, ...optionsFor(suffixes, ask) })
      return readShopPage(page, itemId)
    }
    return (key, ask) => outbound.call(name, () => read(key, ask)).catch(goneIsNotFound)
  }

  async function weidianPage({ itemId }: ItemKey, ask: Ask): Promise<SourceAnswer> {
    const options = { ...html, ...optionsFor(['weidian.com'], ask) }
    const { text } = await outbound.fetchText(fill(places.weidianPage, itemId), options)
    return readWeidianPage(text, itemId)
  }

  async function weidianData({ itemId }: ItemKey, ask: Ask): Promise<SourceAnswer> {
    const options = { ...optionsFor(['weidian.com'], ask), headers: { accept: 'application/json' } }
    return readWeidianData(await outbound.fetchJson(fill(places.weidianData, itemId), options))
  }

  /** The page first, since it knows the variants; then the data call, which also knows what does not exist. */
  async function weidian(key: ItemKey, ask: Ask): Promise<SourceAnswer> {
    const half = { ...ask, timeoutMs: Math.floor(ask.timeoutMs / 2) }
    const page = await outbound.call('weidian.com page', () => weidianPage(key, half)).catch(asFailure)
    if (!(page instanceof SourceError) && page.state === 'found') return page
    const data = await outbound.call('weidian.com data', () => weidianData(key, half))
    if (data.state === 'unknown' && page instanceof SourceError && !isGone(page)) throw page
    return data
  }

  return [
    { name: 'weidian.com', covers: (shopType) => shopType === 'weidian', find: weidian },
    {
      name: 'taobao.com',
      covers: (shopType) => shopType === 'taobao',
      find: shopPage('taobao.com', places.taobaoPage, ['taobao.com', 'tmall.com']),
    },
    {
      name: '1688.com',
      covers: (shopType) => shopType === 'ali_1688',
      find: shopPage('1688.com', places.offer1688Page, ['1688.com']),
    },
  ]
}

/** Item numbers are safe in any part of an address (`itemIdPattern`). */
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
