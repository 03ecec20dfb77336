import type { ShopType } from '#shared/marketplaces.ts'
import {
  type FakeResponse,
  type FakeSource,
  fakeHtml,
  hashToNumber,
  hostileTexts,
} from '#shared/server/outbound/fake-source.ts'
import { getCanonicalUrl } from '../canonical-url.ts'
import { findShortener } from '../link-shorteners.ts'

/**
 * Simulates all shorteners: `/short-links/{host}/{code}`. Codes of even length redirect by HTTP, the others by a script in
 * the page. The item's number depends on the code.
 */
export const fakeShortLinks: FakeSource = {
  name: 'short-links',
  idIn: (url) => /^\/short-links\/[\w.-]+\/(?:[\w.-]+\/)*([\w.~=-]{1,64})$/.exec(url.pathname)?.[1],
  good: ({ id, url }) => redirectTo(getCanonicalUrl(getShopType(url), String(getItemNumber(id))), id),
  unknownItem: () => fakeHtml('<!doctype html><title>淘宝</title><p>分享已失效</p>'),
  wrongSchema: () => fakeHtml('<!doctype html><script>var url = {"to": ["a", "list"]}</script>'),
  // An item of another marketplace than the shortener's.
  otherItem: ({ id, url }) => {
    const otherShop = getShopType(url) === 'weidian' ? 'taobao' : 'weidian'
    return redirectTo(getCanonicalUrl(otherShop, String(getItemNumber(id))), id)
  },
  poisoned: ({ id }) =>
    redirectTo(
      id.length % 2 === 0 ? hostileTexts.inside : `${hostileTexts.script}//${hostileTexts.markup}`,
      id,
    ),
}

function getShopType(url: URL): ShopType {
  const host = url.pathname.split('/')[2] ?? ''
  return findShortener(host)?.shops[0] ?? 'taobao'
}

function getItemNumber(code: string): number {
  return 7_000_000_000 + hashToNumber(code, 999_983)
}

function redirectTo(address: string, code: string): FakeResponse {
  if (code.length % 2 !== 0) return fakeHtml(`<!doctype html><script>var url = '${address}';</script>`)
  return { type: 'text/plain', body: '', status: 302, headers: { location: encodeURI(address) } }
}
