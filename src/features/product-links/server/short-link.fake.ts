import {
  type FakeAnswer,
  type FakeSource,
  fakeHtml,
  hostileTexts,
  numberFrom,
} from '#shared/server/fake-source.ts'
import type { ShopType } from '#shared/shops.ts'
import { canonicalUrl } from '../canonical.ts'
import { shortenerOf } from '../link-shorteners.ts'

/**
 * All sites of short links: `/short-links/{host}/{code}`. Codes of even length redirect, the others send on by the script of
 * a page; the item's number depends on the code.
 */
export const fakeShortLinks: FakeSource = {
  name: 'short-links',
  idIn: (url) => /^\/short-links\/[\w.-]+\/(?:[\w.-]+\/)*([\w.~=-]{1,64})$/.exec(url.pathname)?.[1],
  good: ({ id, url }) => sentTo(canonicalUrl(shopOf(url), String(itemFor(id))), id),
  unknownItem: () => fakeHtml('<!doctype html><title>淘宝</title><p>分享已失效</p>'),
  wrongSchema: () => fakeHtml('<!doctype html><script>var url = {"to": ["a", "list"]}</script>'),
  // An item, but not of the marketplace whose link it is.
  otherItem: ({ id, url }) => {
    const other = shopOf(url) === 'weidian' ? 'taobao' : 'weidian'
    return sentTo(canonicalUrl(other, String(itemFor(id))), id)
  },
  poisoned: ({ id }) =>
    sentTo(id.length % 2 === 0 ? hostileTexts.inside : `${hostileTexts.script}//${hostileTexts.markup}`, id),
}

function shopOf(url: URL): ShopType {
  const host = url.pathname.split('/')[2] ?? ''
  return shortenerOf(host)?.shops[0] ?? 'taobao'
}

function itemFor(code: string): number {
  return 7_000_000_000 + numberFrom(code, 999_983)
}

function sentTo(address: string, code: string): FakeAnswer {
  if (code.length % 2 !== 0) return fakeHtml(`<!doctype html><script>var url = '${address}';</script>`)
  return { type: 'text/plain', body: '', status: 302, headers: { location: encodeURI(address) } }
}
