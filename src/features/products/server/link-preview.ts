import type { ItemKey, ShopType } from '#shared/marketplaces.ts'
import type { FetchOptions, Outbound } from '#shared/server/outbound/outbound.ts'
import { isNotFoundError, SourceError } from '#shared/server/outbound/source-error.ts'
import { type FindInfo, type InfoRequest, type InfoSourceResult, maxSourceBytes } from './info/info-source.ts'
import { readWeidianData, readWeidianPage } from './info/weidian-page.ts'

/**
 * Whether a marketplace shows an item's page without a login, and when that was last seen. A page that is shown only to people
 * who are logged in is never requested (docs/decisions/077-five-answers.md).
 */
export const itemPages: Record<ShopType, { isPublic: boolean; asOf: string }> = {
  weidian: { isPublic: true, asOf: '2026-07-26' },
  taobao: { isPublic: false, asOf: '2024-01-31' },
  ali_1688: { isPublic: false, asOf: '2026-11-26' },
}

/** The URLs of the public pages. `{id}` is replaced by the item number. */
export type PreviewBases = Record<'weidianPage' | 'weidianData', string>

export const publicPages: PreviewBases = {
  weidianPage: 'https://weidian.com/item.html?itemID={id}',
  weidianData: 'https://thor.weidian.com/detail/getItemSkuInfo/1.0?param=%7B%22itemId%22%3A%22{id}%22%7D',
}
/** The URLs of the same pages at a simulator. */
export function getPreviewBases(origin: string): PreviewBases {
  return {
    weidianPage: `${origin}/weidian-page/item.html?itemID={id}`,
    weidianData: `${origin}/weidian-data/detail/getItemSkuInfo/1.0?param=%7B%22itemId%22%3A%22{id}%22%7D`,
  }
}

const htmlRequest = { types: ['text/html', 'application/xhtml+xml'], headers: { accept: 'text/html' } }

type LinkPreviewsDeps = {
  outbound: Outbound
  urls: PreviewBases
  /** Whether the URLs are configured instead of the marketplaces' own. */
  isConfiguredHost: boolean
}

export const weidianBreakers = { page: 'weidian.com page', data: 'weidian.com data' } as const

/**
 * Reads Weidian's item as a chat application does for a link preview, with plain requests that identify themselves: first
 * the page, because it has the variants, then the data call, which also tells when an item does not exist.
 */
export function createWeidianFinder(deps: LinkPreviewsDeps): FindInfo {
  const { outbound, urls } = deps

  async function fetchItemPage({ itemId }: ItemKey, request: InfoRequest): Promise<InfoSourceResult> {
    const options = { ...htmlRequest, ...getFetchOptions(deps, request) }
    const { text, url } = await outbound.fetchText(fillItemId(urls.weidianPage, itemId), options)
    return isLoginPage(url) ? { state: 'walled' } : readWeidianPage(text, itemId)
  }

  async function fetchItemData({ itemId }: ItemKey, request: InfoRequest): Promise<InfoSourceResult> {
    const options = { ...getFetchOptions(deps, request), headers: { accept: 'application/json' } }
    return readWeidianData(await outbound.fetchJson(fillItemId(urls.weidianData, itemId), options))
  }

  return async (key, request) => {
    const half = { ...request, timeoutMs: Math.floor(request.timeoutMs / 2) }
    const pageResult = await outbound
      .call(weidianBreakers.page, () => fetchItemPage(key, half))
      .catch(toSourceError)
    if (!(pageResult instanceof SourceError) && pageResult.state === 'found') return pageResult
    const dataResult = await outbound.call(weidianBreakers.data, () => fetchItemData(key, half))
    if (dataResult.state !== 'unknown') return dataResult
    if (!(pageResult instanceof SourceError)) return pageResult
    if (!isNotFoundError(pageResult)) throw pageResult
    return dataResult
  }
}

/** Whether a request for an item ended at a page where people log in. */
function isLoginPage({ hostname, pathname }: URL): boolean {
  return /(?:^|\.)(?:login|passport|sso)\.|\/login/i.test(hostname + pathname)
}

function getFetchOptions({ isConfiguredHost }: LinkPreviewsDeps, { timeoutMs, signal }: InfoRequest) {
  const hosts: FetchOptions['hosts'] = isConfiguredHost ? 'configured' : ['weidian.com']
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
