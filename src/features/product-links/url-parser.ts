import { parseShopType, type ShopType } from '#shared/marketplaces.ts'
import { isHiddenId, readItemId } from './item-id.ts'
import {
  findSite,
  type LinkRule,
  type LinkSite,
  otherShopNames,
  searchLabels,
  searchParameters,
  shopNames,
  shopPageParameters,
  shopSegment,
  unknownSite,
} from './link-rules.ts'
import { findLinks, hasLink, toLink } from './link-text.ts'
import type { ParseErrorCode } from './parse-error-codes.ts'
import { getPathPattern, matchPath, type PathMatch } from './path-pattern.ts'
import { linkLimits } from './spec.ts'
import { decodePercent, splitUrl, type UrlParameter, type UrlParts } from './url-parts.ts'

/** An item as links name it. */
export type ItemRef = { readonly shopType: ShopType; readonly id: string }
/** The item a link leads to, the agent whose link it is, and the link's host where that is none we know. */
export type LinkedItem = ItemRef & { readonly agent: string | null; readonly host?: string }
type LinkLevel = { readonly link: string; readonly site: LinkSite; readonly parts: UrlParts }

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
export function parseUrl(link: string): LinkedItem | ParseErrorCode {
  const { levels, code } = unwrapLink(link)
  return readLevels(levels, code)
}

/** The short link that a link is or carries innermost, and the agent whose link contains it. */
export function findEmbeddedShortLink(link: string): { link: string; agent: string | null } | undefined {
  const { levels } = unwrapLink(link)
  const inner = levels.at(-1)
  if (inner === undefined || readPage(inner) !== 'SHORT_LINK') return undefined
  return { link: inner.link, agent: levels[0]?.site.agent ?? null }
}

/** The link and those inside of it, and why the innermost is none of ours. */
function unwrapLink(link: string): { levels: LinkLevel[]; code: ParseErrorCode } {
  const levels: LinkLevel[] = []
  let code: ParseErrorCode = 'OTHER_SITE'
  let next: string | undefined = link
  while (next !== undefined) {
    if (levels.length > linkLimits.levels) {
      code = 'TOO_LONG'
      break
    }
    const parts = splitUrl(next)
    const site =
      findSite(parts.host) ?? (levels.length === 0 && domain.test(parts.host) ? unknownSite : undefined)
    if (site === undefined) break
    // An agent's shop page carries marketplace and number as an item page does, but the number is the shop's.
    if (site.agent !== null && hasShopSegment(site, parts)) {
      code = 'SHOP_PAGE'
      break
    }
    levels.push({ link: next, site, parts })
    next = findInnerLink(site, parts)
  }
  return { levels, code }
}

function readLevels(levels: readonly LinkLevel[], stopped: ParseErrorCode): LinkedItem | ParseErrorCode {
  let code = stopped
  for (const level of levels.toReversed()) {
    const found = readPage(level)
    if (typeof found !== 'string') return { ...found, ...getOrigin(levels[0]) }
    if (code === 'OTHER_SITE') code = found
  }
  return code
}

function getOrigin(outer: LinkLevel | undefined): Pick<LinkedItem, 'agent' | 'host'> {
  if (outer?.site === unknownSite) return { agent: null, host: outer.parts.host }
  return { agent: outer?.site.agent ?? null }
}

function hasShopSegment(site: LinkSite, parts: UrlParts): boolean {
  return !site.itemsInShopPaths && parts.segments.some((text) => shopSegment.test(text))
}

function findInnerLink(site: LinkSite, parts: UrlParts): string | undefined {
  for (const name of site.wraps)
    for (const parameter of parts.parameters) {
      const link = parameter.name === name ? findLinkInParameter(parameter) : undefined
      if (link !== undefined) return link
    }
  return undefined
}

/** The link a parameter carries: put in as it is, encoded up to three times, or in the middle of a text. */
function findLinkInParameter(parameter: UrlParameter): string | undefined {
  let link = toLink(parameter.query.slice(parameter.start))
  let text = parameter.value
  for (let count = 0; link === undefined && count < maxDecodings; count++) {
    const decoded = decodePercent(text)
    if (decoded === text) break
    text = decoded
    link = toLink(text)
  }
  return link ?? (hasLink(text) ? findLinks(text)[0] : undefined)
}

function readPage(level: LinkLevel): ItemRef | ParseErrorCode {
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
  if (match === undefined) return undefined
  if (reading.refusal) return reading.refusal
  const id = match.id === undefined ? findItemId(parts, reading.ids) : parseItemId(match.id)
  if (id === undefined) return undefined
  const shopType = reading.shop ?? findShopType(site, match.shop, reading, parts)
  if (shopType === undefined || shopType === 'UNSUPPORTED_MARKETPLACE') return shopType
  return id === 'HIDDEN_ID' ? id : { shopType, id }
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
  const name = decodePercent(text).trim().toLowerCase()
  const shop = site.codes.get(name) ?? parseShopType(name)
  // Agents' short names mean something else elsewhere.
  if (shop !== undefined || site === unknownSite) return shop
  if (shopNames.has(name)) return shopNames.get(name)
  return otherShopNames.has(name) ? 'UNSUPPORTED_MARKETPLACE' : undefined
}

function findValue(parts: UrlParts, names: readonly string[] = []): string | undefined {
  for (const name of names)
    for (const parameter of parts.parameters)
      if (parameter.name === name && parameter.value !== '') return decodePercent(parameter.value)
  return undefined
}

/** What kind of page it is that names no item. */
function getPageCode({ site, parts }: LinkLevel): ParseErrorCode {
  if (site === unknownSite) return 'OTHER_SITE'
  if (isHiddenId(findValue(parts, site.wraps) ?? '')) return 'HIDDEN_ID'
  if (site.otherwise !== 'OTHER_SITE') return site.otherwise
  const label = site.hosts.includes(parts.host) ? '' : parts.host.slice(0, parts.host.indexOf('.'))
  const names = site.shopParameter ? [...shopPageParameters, site.shopParameter] : shopPageParameters
  if (hasShopSegment(site, parts) || findValue(parts, names)) return 'SHOP_PAGE'
  if (searchLabels.has(label) || parts.segments.some((text) => text.includes('search'))) return 'SEARCH_PAGE'
  if (findValue(parts, searchParameters)) return 'SEARCH_PAGE'
  return label !== '' && site.shopLabel?.test(label) ? 'SHOP_PAGE' : 'OTHER_SITE'
}
