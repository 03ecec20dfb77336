import type { ShopType } from '#shared/marketplaces.ts'
import type { ParseErrorCode } from '../parse-error-codes.ts'

/**
 * One way in which a site's URL names an item; the first match wins.
 *
 * `at`: path segments in a row, anywhere in the path, in lower case; `{shop}` and `{id}` are captured, `*x*`
 * is a segment that contains x, a leading `/` means from the start. Without it the reading fits every page.
 * `ids`, `shops`: parameters that carry the number and the marketplace where the path does not, in lower
 * case; the first with a usable value wins. `needs`: parameters that must have exactly this value.
 */
export type LinkRule = {
  readonly at?: string
  readonly ids?: readonly string[]
  readonly shops?: readonly string[]
  readonly needs?: readonly (readonly [name: string, value: string])[]
  readonly shop?: ShopType
  readonly refusal?: ParseErrorCode
}

/**
 * Everything known about one site: a marketplace (`agent: null`), an agent, a site that only leads to others, or
 * one that is rejected as a whole.
 */
export type LinkSite = {
  readonly agent: string | null
  /** A host is the site's when it equals one of these or ends with a dot and one of these. */
  readonly hosts: readonly string[]
  readonly readings: readonly LinkRule[]
  /** Parameters that carry another link, whatever else the page is. */
  readonly wraps: readonly string[]
  /** Where a site that only leads to others has the link, if not in a parameter. */
  readonly unwrap?: (link: string, host: string) => string | undefined
  /** The site's own numbers for marketplaces. */
  readonly codes: ReadonlyMap<string, ShopType>
  /** Hosts whose first label looks like this belong to one shop. */
  readonly shopLabel?: RegExp
  /** A parameter that names a shop here and a visitor elsewhere. */
  readonly shopParameter?: string
  /** Shop pages of this site look like item pages, or the reverse: its readings decide. */
  readonly itemsInShopPaths: boolean
  /** Nothing of its own is known: the answer names the host. */
  readonly isStranger: boolean
  /** The error code of a page without an item, when its path does not tell. */
  readonly otherwise: ParseErrorCode
}

/** Finds the site of a host in lower case. */
export type FindSite = (host: string) => LinkSite | undefined

export const siteDefaults = {
  agent: null,
  readings: [],
  wraps: [],
  codes: new Map(),
  itemsInShopPaths: false,
  isStranger: false,
  otherwise: 'OTHER_SITE',
} as const

/** Parameters of §5; every agent's links may use them. */
export const shopParameters = ['shoptype', 'shop_type', 'channel', 'platform'] as const
export const idParameters = ['id', 'itemid', 'goodsid'] as const
export const wrapParameters = ['url', 'productlink', 'producturl'] as const

/** A text split into words, for long lists. */
export function splitWords(text: string): string[] {
  return text.trim().split(/\s+/)
}
