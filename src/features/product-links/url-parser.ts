import { parseShopType, type ShopType } from '#shared/marketplaces.ts'
import { isHiddenId, readItemId } from './item-id.ts'
import {
  findSite,
  otherShopNames,
  searchLabels,
  searchParameters,
  shopNames,
  shopPageParameters,
  shopSegment,
} from './link-rules.ts'
import { findLinks, hasLink, toLink } from './link-text.ts'
import type { ParseErrorCode } from './parse-error-codes.ts'
import { getPathPattern, matchPath, type PathMatch } from './path-pattern.ts'
import type { FindSite, LinkRule, LinkSite } from './sites/link-site.ts'
import { passingSite, unknownSite } from './sites/wrappers.ts'
import { linkLimits } from './spec.ts'
import { decodePercent, decodeWord, splitUrl, type UrlParameter, type UrlParts } from './url-parts.ts'

/** An item as links name it. */
export type ItemRef = { readonly shopType: ShopType; readonly id: string }
/** The agent whose link it is, and the link's host where that is none we know. */
export type LinkOrigin = { readonly agent: string | null; readonly host?: string }
/** The item a link leads to, and whose link it is. */
export type LinkedItem = ItemRef & LinkOrigin
type LinkLevel = {
  readonly link: string
  readonly site: LinkSite
  readonly parts: UrlParts
  readonly wrapped: Wrapped | undefined
  /** 0 for the outermost. */
  readonly depth: number
}
/** A parameter that is there to carry a link, and that link. */
type Wrapped = { readonly parameter: UrlParameter; readonly link: string }
/** What a link and those inside of it share. */
type LinkSearch = {
  readonly findSite: FindSite
  /** How many more links are read. */
  left: number
  outer: LinkLevel | undefined
  shortLink: string | undefined
}

/** A value that may be a whole link, however often it was encoded; pages of a known site may leave the scheme away. */
const linkStart = /^(?:\s|\+|%20)*https?(?::|%)/i
const ownLinkStart = /^(?:\s|\+|%20)*(?:https?(?::|%)|\/\/|%(?:25)*2f%(?:25)*2f)/i
/** The rest of a table's row, a size: what may be glued to a marketplace's name. */
const glued = /[;,([{\]].*$/s

/** The match of a reading that fits every page. */
const anyPage: PathMatch = { shop: undefined, id: undefined }
/** A name of the web; an address of numbers is none. */
const domain = /\.[a-z][a-z0-9-]*$/
/** Agents encode a link up to three times before they put it into another. */
const maxDecodings = 3

/**
 * Parses one link that begins with `http:` or `https:`. A nested link goes first (§5); where it leads to no
 * item, the links around it are tried, from the inside out.
 */
export function parseUrl(link: string, find: FindSite = findSite): LinkedItem | ParseErrorCode {
  const search = startSearch(find)
  const found = readLink(link, undefined, search)
  return typeof found === 'string' ? found : { ...found, ...getOrigin(search.outer) }
}

/** The short link that a link is or carries, and whose link contains it. */
export function findEmbeddedShortLink(
  link: string,
  find: FindSite = findSite,
): { link: string; origin: LinkOrigin } | undefined {
  const search = startSearch(find)
  readLink(link, undefined, search)
  return search.shortLink === undefined
    ? undefined
    : { link: search.shortLink, origin: getOrigin(search.outer) }
}

function startSearch(find: FindSite): LinkSearch {
  return { findSite: find, left: linkLimits.links, outer: undefined, shortLink: undefined }
}

function readLink(link: string, around: LinkLevel | undefined, search: LinkSearch): ItemRef | ParseErrorCode {
  const depth = around === undefined ? 0 : around.depth + 1
  if (depth > linkLimits.levels) return 'TOO_LONG'
  if (search.left === 0) return 'OTHER_SITE'
  search.left--
  const parts = splitUrl(link)
  const site = search.findSite(parts.host) ?? getUnknownSite(parts.host, around)
  if (site === undefined || (around && isMarketplace(around.site) && !isMarketplace(site)))
    return 'OTHER_SITE'
  // An agent's shop page carries marketplace and number as an item page does, but the number is the shop's.
  if (site.agent !== null && hasShopSegment(site, parts)) return 'SHOP_PAGE'
  const level = { link, site, parts, depth, wrapped: findWrapped(site, parts, search.findSite) }
  search.outer ??= level
  return readLevel(level, search)
}

/** The first item of the link that the page carries on purpose, of the page itself, of links in any of its parameters. */
function readLevel(level: LinkLevel, search: LinkSearch): ItemRef | ParseErrorCode {
  const wrapped = readWrapped(level, search)
  if (typeof wrapped !== 'string') return wrapped
  // Of a stranger's page the link inside says more than its parameters do.
  const early = level.site.isStranger ? readCarried(level, search) : 'OTHER_SITE'
  if (typeof early !== 'string') return early
  const own = readPage(level, search)
  if (typeof own !== 'string') return own
  const late = level.site.isStranger ? 'OTHER_SITE' : readCarried(level, search)
  if (typeof late !== 'string') return late
  return [wrapped, early, own, late].find((code) => code !== 'OTHER_SITE') ?? 'OTHER_SITE'
}

function getUnknownSite(host: string, around: LinkLevel | undefined): LinkSite | undefined {
  if (!domain.test(host)) return undefined
  return around === undefined ? unknownSite : passingSite
}

function isMarketplace(site: LinkSite): boolean {
  return site.agent === null && !site.isStranger
}

function getOrigin(outer: LinkLevel | undefined): LinkOrigin {
  if (outer?.site.isStranger) return { agent: null, host: outer.parts.host }
  return { agent: outer?.site.agent ?? null }
}

function hasShopSegment(site: LinkSite, parts: UrlParts): boolean {
  return !site.itemsInShopPaths && parts.segments.some((text) => shopSegment.test(text))
}

function readWrapped(level: LinkLevel, search: LinkSearch): ItemRef | ParseErrorCode {
  const inner = level.wrapped?.link ?? findUnwrapped(level, search)
  return inner === undefined ? 'OTHER_SITE' : readLink(inner, level, search)
}

function findUnwrapped({ site, parts, link }: LinkLevel, search: LinkSearch): string | undefined {
  const whole = site.unwrap?.(link, parts.host)
  return whole === undefined
    ? undefined
    : (toLink(whole, search.findSite) ?? toLink(decodePercent(whole), search.findSite))
}

function findWrapped(site: LinkSite, parts: UrlParts, find: FindSite): Wrapped | undefined {
  for (const name of site.wraps)
    for (const parameter of parts.parameters) {
      const link = parameter.name === name ? findLinkInParameter(parameter, find) : undefined
      if (link !== undefined) return { parameter, link }
    }
  return undefined
}

/** A sign-in page, a redirect: whatever its parameters are called, one of them is the whole link. */
function readCarried(level: LinkLevel, search: LinkSearch): ItemRef | ParseErrorCode {
  const { site, parts, wrapped } = level
  const [first] = parts.parameters
  if (first === undefined || (site.readings.length === 0 && !site.isStranger)) return 'OTHER_SITE'
  const start = site.isStranger ? linkStart : ownLinkStart
  let code: ParseErrorCode = 'OTHER_SITE'
  for (const parameter of [{ ...first, value: first.query, start: 0 }, ...parts.parameters]) {
    if (parameter === wrapped?.parameter || !start.test(parameter.value)) continue
    const link = findLinkInParameter(parameter, search.findSite)
    const found = link === undefined ? 'OTHER_SITE' : readLink(link, level, search)
    if (typeof found !== 'string') return found
    if (code === 'OTHER_SITE') code = found
  }
  return code
}

/** The link a parameter carries: put in as it is, encoded up to three times, or in the middle of a text. */
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
  const found = readOwn(level)
  if (found === 'SHORT_LINK') search.shortLink ??= level.link
  return found
}

function readOwn(level: LinkLevel): ItemRef | ParseErrorCode {
  let code: ParseErrorCode | undefined
  for (const reading of level.site.readings) {
    const found = applyRule(level, reading)
    if (found !== undefined && (typeof found !== 'string' || reading.refusal)) return found
    code ??= found
  }
  return code ?? getPageCode(level)
}

/** Undefined where the reading does not fit the page or finds nothing on it. */
function applyRule({ site, parts }: LinkLevel, reading: LinkRule): ItemRef | ParseErrorCode | undefined {
  const match = reading.at === undefined ? anyPage : matchPath(getPathPattern(reading.at), parts.segments)
  if (match === undefined || (reading.needs && !hasValues(parts, reading.needs))) return undefined
  if (reading.refusal) return reading.refusal
  const id = match.id === undefined ? findItemId(parts, reading.ids) : parseItemId(match.id)
  if (id === undefined) return undefined
  const shopType = reading.shop ?? findShopType(site, match.shop, reading, parts)
  if (shopType === undefined || shopType === 'UNSUPPORTED_MARKETPLACE') return shopType
  return id === 'HIDDEN_ID' ? id : { shopType, id }
}

function hasValues(parts: UrlParts, needs: NonNullable<LinkRule['needs']>): boolean {
  return needs.every(([name, value]) => findValue(parts, [name])?.toLowerCase() === value)
}

/** The number a text begins with, or `HIDDEN_ID` for an encoded one. */
function parseItemId(text: string): string | undefined {
  return readItemId(text) ?? (isHiddenId(text) ? 'HIDDEN_ID' : undefined)
}

function findItemId(parts: UrlParts, names: readonly string[] = []): string | undefined {
  let hidden: string | undefined
  for (const name of names) {
    const id = parseItemId(findValue(parts, [name]) ?? '')
    if (id !== undefined && id !== 'HIDDEN_ID') return id
    hidden ??= id
  }
  return hidden
}

function findShopType(site: LinkSite, inPath: string | undefined, reading: LinkRule, parts: UrlParts) {
  if (inPath !== undefined) return parseSiteShopType(site, inPath)
  for (const name of reading.shops ?? [])
    for (const parameter of parts.parameters) {
      // A value that is no marketplace is ignored: real links carry `channel=` and `source=` for other ends.
      const shop = parameter.name === name ? parseSiteShopType(site, parameter.value) : undefined
      if (shop !== undefined) return shop
    }
  return undefined
}

function parseSiteShopType(site: LinkSite, text: string): ShopType | 'UNSUPPORTED_MARKETPLACE' | undefined {
  const name = decodeWord(text).trim().toLowerCase()
  return findShop(site, name) ?? (glued.test(name) ? findShop(site, name.replace(glued, '')) : undefined)
}

function findShop(site: LinkSite, name: string): ShopType | 'UNSUPPORTED_MARKETPLACE' | undefined {
  const shop = site.codes.get(name) ?? parseShopType(name)
  // Agents' short names mean something else elsewhere.
  if (shop !== undefined || site.isStranger) return shop
  if (shopNames.has(name)) return shopNames.get(name)
  return otherShopNames.has(name) ? 'UNSUPPORTED_MARKETPLACE' : undefined
}

function findValue(parts: UrlParts, names: readonly string[] = []): string | undefined {
  for (const name of names)
    for (const parameter of parts.parameters)
      if (parameter.name === name && parameter.value !== '') return decodeWord(parameter.value)
  return undefined
}

/** What kind of page it is that names no item. */
function getPageCode({ site, parts }: LinkLevel): ParseErrorCode {
  if (site.isStranger) return 'OTHER_SITE'
  if (isHiddenId(findValue(parts, site.wraps) ?? '')) return 'HIDDEN_ID'
  if (site.otherwise !== 'OTHER_SITE') return site.otherwise
  const label = site.hosts.includes(parts.host) ? '' : parts.host.slice(0, parts.host.indexOf('.'))
  const names = site.shopParameter ? [...shopPageParameters, site.shopParameter] : shopPageParameters
  if (hasShopSegment(site, parts) || findValue(parts, names)) return 'SHOP_PAGE'
  if (searchLabels.has(label) || parts.segments.some((text) => text.includes('search'))) return 'SEARCH_PAGE'
  if (findValue(parts, searchParameters)) return 'SEARCH_PAGE'
  return label !== '' && site.shopLabel?.test(label) ? 'SHOP_PAGE' : 'OTHER_SITE'
}
