import type { LinkHints } from '#shared/items/link-hints.ts'
import type { TextFacts } from '../contract.ts'
import { findLinks, joinBrokenLink, listTextForms, normalizeText } from '../find-links.ts'
import { findDetail } from '../sites/app-texts.ts'
import type { FindSite } from '../sites/link-site.ts'
import { linkLimits } from '../texts-and-limits.ts'
import { findEmbeddedShortLink, findMarketplaceValue, parseUrl } from '../url-parser.ts'
import { type AmountMatch, findAmounts, parseAddressPrice, type StatedPrice } from './price-in-text.ts'
import { findTitle, itemLinkMark, linkMark } from './title-in-text.ts'

/** A link of a text. `key` is equal for links to the same item; undefined when the link leads to none. */
type LocatedLink = {
  readonly link: string
  readonly start: number
  readonly end: number
  readonly key: string | undefined
  readonly isShort: boolean
}

const noHints: LinkHints = { title: null, price: null, priceTo: null, currency: null, skuId: null }
const nothing: TextFacts = { items: 0, hints: noHints }
const anyLinkMark = /[\ue000\ue001]/g
/** Between a link and a price that belongs to it there are only signs. */
const onlySigns = /^[^\p{L}\p{N}]*$/u

/**
 * Reads title, price and variant of a text's item: the first link that leads to one, or the first short link when none
 * does. Never throws and sends no request. Facts of the address win over words for the price; the title is never in it.
 */
export function readHints(text: string, find?: FindSite): TextFacts {
  if (text.length > linkLimits.characters || findDetail(text, 'SHORT_LINK') === 'xianyu') return nothing
  const forms = listTextForms(text.replace(anyLinkMark, ' ')).map((form) =>
    locateLinks(normalizeText(form), find),
  )
  const located =
    forms.find(({ links }) => links.some(isItem)) ?? forms.find(({ links }) => links.some(isShort))
  if (!located) return nothing
  const isWanted = located.links.some(isItem) ? isItem : isShort
  const wantedLinks = located.links.filter(isWanted)
  const [main] = wantedLinks
  if (!main) return nothing
  const items = new Set(wantedLinks.map(({ key }) => key)).size
  const second = wantedLinks.find(({ key }) => key !== main.key)
  const masked = maskLinks(located.text, located.links, main, second)
  return {
    items,
    hints: { title: findTitle(masked), ...findPrice(main, masked, items, find), ...findSku(main, find) },
  }
}

function isItem({ key, isShort: short }: LocatedLink): boolean {
  return key !== undefined && !short
}

function isShort({ isShort: short }: LocatedLink): boolean {
  return short
}

/** Finds the positions of all links. A link that was written with blanks inside has none of its own. */
function locateLinks(text: string, find?: FindSite): { text: string; links: LocatedLink[] } {
  const links: LocatedLink[] = []
  let position = 0
  for (const link of findLinks(text, find)) {
    const written = [link, link.replace(/^https?:\/\//, '')].find((form) => text.includes(form, position))
    const start = written === undefined ? position : text.indexOf(written, position)
    const item = identify(link, find)
    position = start + (written?.length ?? 0) - countGlued(link, item.key, find)
    links.push({ link, start, end: position, ...item })
  }
  if (links.some(isItem)) return { text, links }
  const joined = joinBrokenLink(text)
  const start = joined === undefined ? -1 : text.search(/h\s?t\s?t\s?p/i)
  const item = joined === undefined ? undefined : identify(joined, find)
  if (joined === undefined || item?.key === undefined || item.isShort || start < 0) return { text, links }
  return { text: `${text.slice(0, start)} `, links: [{ link: joined, start, end: start + 1, ...item }] }
}

/** How many characters at the end of a link are further cells of a sheet: `…?id=1,$12.40,M`. */
function countGlued(link: string, key: string | undefined, find?: FindSite): number {
  const end = key === undefined ? -1 : link.search(/[,;]/)
  return end >= 0 && identify(link.slice(0, end), find).key === key ? link.length - end : 0
}

function identify(link: string, find?: FindSite): { key: string | undefined; isShort: boolean } {
  const result = parseUrl(link, find)
  if (typeof result !== 'string') return { key: `${result.shopType}/${result.id}`, isShort: false }
  if (result !== 'SHORT_LINK') return { key: undefined, isShort: false }
  return { key: findEmbeddedShortLink(link, find)?.link ?? link, isShort: true }
}

/**
 * Replaces the links by marks. The text ends where a second item begins: at the start of its line, or at its link when
 * both stand on one line.
 */
function maskLinks(
  text: string,
  links: readonly LocatedLink[],
  main: LocatedLink,
  second: LocatedLink | undefined,
): string {
  const end = second === undefined ? text.length : Math.max(text.lastIndexOf('\n', second.start), main.end)
  const limit = second && text.slice(main.end, second.start).includes('\n') ? end : (second?.start ?? end)
  let masked = ''
  let position = 0
  for (const link of links) {
    if (link.start >= limit) break
    const before = text
      .slice(position, link.start)
      .replace(/[a-z][a-z0-9+.-]{0,30}:\/*$/i, (scheme) => (scheme.includes('/') ? '' : scheme))
    masked += before + (link === main ? itemLinkMark : linkMark)
    position = link.end
  }
  return masked + text.slice(position, limit)
}

function findSku({ link }: LocatedLink, find?: FindSite): { skuId: string | null } {
  const skuId = findMarketplaceValue(link, 'skuid', find) ?? ''
  return { skuId: /^\d{1,20}$/.test(skuId) ? skuId : null }
}

function findPrice(main: LocatedLink, masked: string, items: number, find?: FindSite) {
  const written = findMarketplaceValue(main.link, 'price', find) ?? ''
  const stated = parseAddressPrice(written) ?? findPriceInWords(masked, items)
  return {
    price: stated?.price ?? null,
    priceTo: stated?.priceTo ?? null,
    currency: stated?.currency ?? null,
  }
}

/** The first price in yuan, else the first in another currency. With several items, the one beside the first item. */
function findPriceInWords(masked: string, items: number): StatedPrice | undefined {
  const mark = masked.indexOf(itemLinkMark)
  const amounts = findAmounts(masked).filter((amount) => items === 1 || isBeside(amount, mark, masked))
  const prices = amounts.flatMap(({ price }) => price ?? [])
  return prices.find(({ currency }) => currency === 'CNY') ?? prices[0]
}

/** Before the link, or behind it with only signs between, so that a second item's price is never taken. */
function isBeside({ start, end }: AmountMatch, mark: number, masked: string): boolean {
  return end <= mark
    ? masked.slice(end, mark).search(anyLinkMark) < 0
    : onlySigns.test(masked.slice(mark + 1, start))
}
