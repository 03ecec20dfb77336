import { parseShopType, type ShopType } from '#shared/marketplaces.ts'
import { findLinks, hasLink, toLink } from './find-links.ts'
import { isHiddenId, readItemId } from './item-id.ts'
import { findSite, searchLabels, searchParameters, shopPageParameters, shopSegment } from './link-rules.ts'
import type { ParseErrorCode } from './parse-error-codes.ts'
import { getPathPattern, matchPath, type PathMatch } from './path-pattern.ts'
import { otherShopNames, shopNames } from './sites/agent-sites.ts'
import type { FindSite, LinkRule, LinkSite } from './sites/link-site.ts'
import { unknownInnerSite, unknownSite } from './sites/wrappers.ts'
import { linkLimits } from './texts-and-limits.ts'
import { decodePercent, decodeValue, splitUrl, type UrlParameter, type UrlParts } from './url-parts.ts'

/** An item as it is named in links. */
export type ItemRef = { readonly shopType: ShopType; readonly id: string }
/** The agent whose link it is, and the link's host when it is unknown. */
export type LinkOrigin = { readonly agent: string | null; readonly host?: string }
/** The item of a link, with the link's origin. */
export type LinkedItem = ItemRef & LinkOrigin
type LinkLevel = {
  readonly link: string
  readonly site: LinkSite
  readonly parts: UrlParts
  readonly wrapped: WrappedLink | undefined
  /** 0 for the outermost. */
  readonly depth: number
}
/** A parameter that the site uses for nested links, with its link. */
type WrappedLink = { readonly parameter: UrlParameter; readonly link: string }
/** The state of a search, shared by a link and its nested links. */
type LinkSearch = {
  readonly findSite: FindSite
  /** How many more links may be parsed. */
  remainingLinks: number
  outermost: LinkLevel | undefined
  shortLink: string | undefined
  /** The page whose rules found the item. */
  itemPage: LinkLevel | undefined
}

/** The start of a value that may be a link, encoded any number of times. On known sites the scheme may be missing. */
const linkStart = /^(?:\s|\+|%20)*https?(?::|%)/i
const linkStartOnKnownSite = /^(?:\s|\+|%20)*(?:https?(?::|%)|\/\/|%(?:25)*2f%(?:25)*2f)/i
/** Text after a marketplace's name without a space: the rest of a table row, a size. */
const gluedText = /[;,([{\]].*$/s

/** The match of a rule without a path pattern. */
const anyPage: PathMatch = { shop: undefined, id: undefined }
/** Matches domain names, but no IP addresses. */
const domain = /\.[a-z][a-z0-9-]*$/
/** Agents encode a nested link up to three times. */
const maxDecodings = 3

/**
 * Parses one link that begins with `http:` or `https:`. A nested link has priority (§5). When it leads to no item, the
 * links around it are tried, from the inside out.
 */
export function parseUrl(link: string, find: FindSite = findSite): LinkedItem | ParseErrorCode {
  const search = startSearch(find)
  const result = readLink(link, undefined, search)
  return typeof result === 'string' ? result : { ...result, ...getOrigin(search.outermost) }
}

/** The short link that a link is or contains, and the origin of the outermost link. */
export function findEmbeddedShortLink(
  link: string,
  find: FindSite = findSite,
): { link: string; origin: LinkOrigin } | undefined {
  const search = startSearch(find)
  readLink(link, undefined, search)
  return search.shortLink === undefined
    ? undefined
    : { link: search.shortLink, origin: getOrigin(search.outermost) }
}

/** A parameter of the marketplace's own address, as written; undefined when only an agent's link names the item. */
export function findMarketplaceValue(
  link: string,
  name: 'price' | 'skuid',
  find: FindSite = findSite,
): string | undefined {
  const search = startSearch(find)
  readLink(link, undefined, search)
  const page = search.itemPage
  return page && isMarketplace(page.site) ? findValue(page.parts, [name]) : undefined
}

function startSearch(find: FindSite): LinkSearch {
  return {
    findSite: find,
    remainingLinks: linkLimits.links,
    outermost: undefined,
    shortLink: undefined,
    itemPage: undefined,
  }
}

function readLink(
  link: string,
  outerLevel: LinkLevel | undefined,
  search: LinkSearch,
): ItemRef | ParseErrorCode {
  const depth = outerLevel === undefined ? 0 : outerLevel.depth + 1
  if (depth > linkLimits.levels) return 'TOO_LONG'
  if (search.remainingLinks === 0) return 'OTHER_SITE'
  search.remainingLinks--
  const parts = splitUrl(link)
  const site = search.findSite(parts.host) ?? getUnknownSite(parts.host, outerLevel)
  if (site === undefined || (outerLevel && isMarketplace(outerLevel.site) && !isMarketplace(site)))
    return 'OTHER_SITE'
  // An agent's shop page has a marketplace and a number like an item page, but the number is the shop's.
  if (site.agent !== null && hasShopSegment(site, parts)) return 'SHOP_PAGE'
  const level = { link, site, parts, depth, wrapped: findWrapped(site, parts, search.findSite) }
  search.outermost ??= level
  return readLevel(level, search)
}

/** The first item of: the wrapped link, the page itself, a link in any other parameter. */
function readLevel(level: LinkLevel, search: LinkSearch): ItemRef | ParseErrorCode {
  const wrapped = readWrapped(level, search)
  if (typeof wrapped !== 'string') return wrapped
  // On an unknown site a nested link is more reliable than the parameters.
  const carriedFirst = level.site.isUnknown ? readCarried(level, search) : 'OTHER_SITE'
  if (typeof carriedFirst !== 'string') return carriedFirst
  const page = readPage(level, search)
  if (typeof page !== 'string') return page
  const carriedLast = level.site.isUnknown ? 'OTHER_SITE' : readCarried(level, search)
  if (typeof carriedLast !== 'string') return carriedLast
  return [wrapped, carriedFirst, page, carriedLast].find((code) => code !== 'OTHER_SITE') ?? 'OTHER_SITE'
}

function getUnknownSite(host: string, outerLevel: LinkLevel | undefined): LinkSite | undefined {
  if (!domain.test(host)) return undefined
  return outerLevel === undefined ? unknownSite : unknownInnerSite
}

function isMarketplace(site: LinkSite): boolean {
  return site.agent === null && !site.isUnknown
}

function getOrigin(outermost: LinkLevel | undefined): LinkOrigin {
  if (outermost?.site.isUnknown) return { agent: null, host: outermost.parts.host }
  return { agent: outermost?.site.agent ?? null }
}

function hasShopSegment(site: LinkSite, parts: UrlParts): boolean {
  return !site.itemsInShopPaths && parts.segments.some((text) => shopSegment.test(text))
}

function readWrapped(level: LinkLevel, search: LinkSearch): ItemRef | ParseErrorCode {
  const nestedLink = level.wrapped?.link ?? findUnwrapped(level, search)
  return nestedLink === undefined ? 'OTHER_SITE' : readLink(nestedLink, level, search)
}

function findUnwrapped({ site, parts, link }: LinkLevel, search: LinkSearch): string | undefined {
  const original = site.unwrap?.(link, parts.host)
  return original === undefined
    ? undefined
    : (toLink(original, search.findSite) ?? toLink(decodePercent(original), search.findSite))
}

function findWrapped(site: LinkSite, parts: UrlParts, find: FindSite): WrappedLink | undefined {
  for (const name of site.wraps)
    for (const parameter of parts.parameters) {
      const link = parameter.name === name ? findLinkInParameter(parameter, find) : undefined
      if (link !== undefined) return { parameter, link }
    }
  return undefined
}

/** Reads a link in any parameter of the page, as in sign-in pages and redirects. */
function readCarried(level: LinkLevel, search: LinkSearch): ItemRef | ParseErrorCode {
  const { site, parts, wrapped } = level
  const [first] = parts.parameters
  if (first === undefined || (site.rules.length === 0 && !site.isUnknown)) return 'OTHER_SITE'
  const start = site.isUnknown ? linkStart : linkStartOnKnownSite
  let code: ParseErrorCode = 'OTHER_SITE'
  for (const parameter of [{ ...first, value: first.query, start: 0 }, ...parts.parameters]) {
    if (parameter === wrapped?.parameter || !start.test(parameter.value)) continue
    const link = findLinkInParameter(parameter, search.findSite)
    const result = link === undefined ? 'OTHER_SITE' : readLink(link, level, search)
    if (typeof result !== 'string') return result
    if (code === 'OTHER_SITE') code = result
  }
  return code
}

/** The link in a parameter: unencoded, encoded up to three times, or in the middle of a text. */
function findLinkInParameter(parameter: UrlParameter, find: FindSite): string | undefined {
  let text = parameter.value
  let link = toLink(text, find) && toLink(parameter.query.slice(parameter.start), find)
  for (let count = 0; link === undefined && count < maxDecodings; count++) {
    const decoded = decodePercent(text)
    if (decoded === text) break
    text = decoded
    link = toLink(text, find)
  }
  return link ?? (hasLink(text) ? findLinks(text, find)[0] : undefined)
}

function readPage(level: LinkLevel, search: LinkSearch): ItemRef | ParseErrorCode {
  const result = applyRules(level)
  if (result === 'SHORT_LINK') search.shortLink ??= level.link
  if (typeof result !== 'string') search.itemPage = level
  return result
}

function applyRules(level: LinkLevel): ItemRef | ParseErrorCode {
  let code: ParseErrorCode | undefined
  for (const rule of level.site.rules) {
    const result = applyRule(level, rule)
    if (result !== undefined && (typeof result !== 'string' || rule.errorCode)) return result
    code ??= result
  }
  return code ?? getPageCode(level)
}

/** Undefined when the rule does not match the page or finds no item number or marketplace. */
function applyRule({ site, parts }: LinkLevel, rule: LinkRule): ItemRef | ParseErrorCode | undefined {
  const match = rule.at === undefined ? anyPage : matchPath(getPathPattern(rule.at), parts.segments)
  if (match === undefined || (rule.needs && !hasValues(parts, rule.needs))) return undefined
  if (rule.errorCode) return rule.errorCode
  const id = match.id === undefined ? findItemId(parts, rule.ids) : parseItemId(match.id)
  if (id === undefined) return undefined
  const shopType = rule.shop ?? findShopType(site, match.shop, rule, parts)
  if (shopType === undefined || shopType === 'UNSUPPORTED_MARKETPLACE') return shopType
  return id === 'HIDDEN_ID' ? id : { shopType, id }
}

function hasValues(parts: UrlParts, needs: NonNullable<LinkRule['needs']>): boolean {
  return needs.every(([name, value]) => findValue(parts, [name])?.toLowerCase() === value)
}

/** The item number at the start of a text, or `HIDDEN_ID` for an encoded one. */
function parseItemId(text: string): string | undefined {
  return readItemId(text) ?? (isHiddenId(text) ? 'HIDDEN_ID' : undefined)
}

function findItemId(parts: UrlParts, names: readonly string[] = []): string | undefined {
  let hiddenId: string | undefined
  for (const name of names) {
    const id = parseItemId(findValue(parts, [name]) ?? '')
    if (id !== undefined && id !== 'HIDDEN_ID') return id
    hiddenId ??= id
  }
  return hiddenId
}

function findShopType(site: LinkSite, shopInPath: string | undefined, rule: LinkRule, parts: UrlParts) {
  if (shopInPath !== undefined) return parseSiteShopType(site, shopInPath)
  for (const name of rule.shops ?? [])
    for (const parameter of parts.parameters) {
      // A value that is no marketplace is ignored, because links use `channel=` and `source=` for other purposes too.
      const shop = parameter.name === name ? parseSiteShopType(site, parameter.value) : undefined
      if (shop !== undefined) return shop
    }
  return undefined
}

function parseSiteShopType(site: LinkSite, text: string): ShopType | 'UNSUPPORTED_MARKETPLACE' | undefined {
  const name = decodeValue(text).trim().toLowerCase()
  return (
    findShop(site, name) ?? (gluedText.test(name) ? findShop(site, name.replace(gluedText, '')) : undefined)
  )
}

function findShop(site: LinkSite, name: string): ShopType | 'UNSUPPORTED_MARKETPLACE' | undefined {
  const shop = site.codes.get(name) ?? parseShopType(name)
  // On an unknown site the agents' short names may mean something else.
  if (shop !== undefined || site.isUnknown) return shop
  if (shopNames.has(name)) return shopNames.get(name)
  return otherShopNames.has(name) ? 'UNSUPPORTED_MARKETPLACE' : undefined
}

function findValue(parts: UrlParts, names: readonly string[] = []): string | undefined {
  for (const name of names)
    for (const parameter of parts.parameters)
      if (parameter.name === name && parameter.value !== '') return decodeValue(parameter.value)
  return undefined
}

/** The error code of a page without an item. */
function getPageCode({ site, parts }: LinkLevel): ParseErrorCode {
  if (site.isUnknown) return 'OTHER_SITE'
  if (isHiddenId(findValue(parts, site.wraps) ?? '')) return 'HIDDEN_ID'
  if (site.defaultErrorCode !== 'OTHER_SITE') return site.defaultErrorCode
  const label = site.hosts.includes(parts.host) ? '' : parts.host.slice(0, parts.host.indexOf('.'))
  const names = site.shopParameter ? [...shopPageParameters, site.shopParameter] : shopPageParameters
  if (hasShopSegment(site, parts) || findValue(parts, names)) return 'SHOP_PAGE'
  if (searchLabels.has(label) || parts.segments.some((text) => text.includes('search'))) return 'SEARCH_PAGE'
  if (findValue(parts, searchParameters)) return 'SEARCH_PAGE'
  return label !== '' && site.shopLabel?.test(label) ? 'SHOP_PAGE' : 'OTHER_SITE'
}
