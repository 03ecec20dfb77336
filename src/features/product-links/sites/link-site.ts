import type { ShopType } from '#shared/marketplaces.ts'
import type { ParseErrorCode } from '../parse-error-codes.ts'

/**
 * One form in which a site's URL names an item. The first matching rule wins.
 *
 * `at`: consecutive path segments in lower case, anywhere in the path. `{shop}` and `{id}` are captured, `*x*` is a segment
 * that contains x, a leading `/` anchors the pattern at the start. Without `at` the rule matches every page.
 * `ids`, `shops`: parameters in lower case with the item number and the marketplace, when the path has none. The first
 * usable value wins. `needs`: parameters that must have exactly this value.
 */
export type LinkRule = {
  readonly at?: string
  readonly ids?: readonly string[]
  readonly shops?: readonly string[]
  readonly needs?: readonly (readonly [name: string, value: string])[]
  readonly shop?: ShopType
  readonly errorCode?: ParseErrorCode
}

/**
 * The rules of one site: a marketplace (`agent: null`), an agent, a site that only links to others, or a site that is
 * rejected as a whole.
 */
export type LinkSite = {
  readonly agent: string | null
  /** A host is the site's when it equals one of these or ends with a dot and one of these. */
  readonly hosts: readonly string[]
  readonly rules: readonly LinkRule[]
  /** Parameters that contain another link, on any page of the site. */
  readonly wraps: readonly string[]
  /** Extracts the nested link of a site that only links to others, when it is not in a parameter. */
  readonly unwrap?: (link: string, host: string) => string | undefined
  /** The site's codes for marketplaces. */
  readonly codes: ReadonlyMap<string, ShopType>
  /** Matches the first host label of a shop's own host. */
  readonly shopLabel?: RegExp
  /** A parameter that names a shop on this site; elsewhere it names a user. */
  readonly shopParameter?: string
  /** Paths do not tell shop pages from item pages on this site, so only its rules decide. */
  readonly itemsInShopPaths: boolean
  /** The site has no rules of its own. The parsed link names its host. */
  readonly isUnknown: boolean
  /** The error code of a page without an item, when its path does not tell more. */
  readonly defaultErrorCode: ParseErrorCode
}

/** Finds the site of a host in lower case. */
export type FindSite = (host: string) => LinkSite | undefined

export const siteDefaults = {
  agent: null,
  rules: [],
  wraps: [],
  codes: new Map(),
  itemsInShopPaths: false,
  isUnknown: false,
  defaultErrorCode: 'OTHER_SITE',
} as const

/** The common parameters of §5, valid on every agent's site. */
export const shopParameters = ['shoptype', 'shop_type', 'channel', 'platform'] as const
export const idParameters = ['id', 'itemid', 'goodsid'] as const
export const wrapParameters = ['url', 'productlink', 'producturl'] as const

/** Splits a text at whitespace; for long lists. */
export function splitWords(text: string): string[] {
  return text.trim().split(/\s+/)
}
