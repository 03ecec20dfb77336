import { findSite, maxHostLength } from './link-rules.ts'
import { toWebLink } from './sites/app-links.ts'
import type { FindSite } from './sites/link-site.ts'
import { decodePercent } from './url-parts.ts'

/** Schemes that are no web page even with a web URL inside. */
const closedSchemes = new Set(
  'javascript vbscript data blob filesystem file ftp ftps ws wss about mailto jar intent'.split(' '),
)

/** Invisible characters. */
const invisible = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** `&` as copied from a page's source. */
const htmlAmpersand = /&(?:amp|#38|#x26);/gi
/** `[7779496523](tel:7779496523)`: ten digits that were taken for a telephone number. */
const telephone = /\[(\d{1,20})\]\(tel:[+\d]{1,24}\)/g
/**
 * Backslashes that Markdown editors put before marks. Behind a host that has a dot already one more dot is a trick: browsers
 * take the backslash for the host's end.
 */
const escapedDotOfHost = /(?<=(?<!\\)\.[a-z0-9-]{1,63})\\+(?=\.)/gi
const escapes = /(?<!\\)\\+(?=[!#$%&'()*+,.:;<=>?[\]^_`{|}~-])/g
/** Characters of a Chinese keyboard that belong to a link as their ASCII forms do, written or encoded. */
const fullWidth =
  /[\uff03-\uff06\uff0b\uff0d-\uff1a\uff1d-\uff3a\uff3f\uff41-\uff5a]|[a-z0-9]。[a-z0-9]|%ef%b[cd]/i
const fullWidthEscapes = /(?:%ef%b[cd]%[89ab][0-9a-f])+/gi
/** No URL continues after one of these: blanks, quotes, brackets, Chinese punctuation. */
const boundary = /[\s\p{Cc}"<>`|「」『』【】〔〕《》〈〉（）［］｛｝，。！？；：、“”‘’…￥]+/u
/** Where one URL ends and the next begins without a blank: markdown, BBCode, rows of a table. */
const seam = /\](?![=[])|\[\/|[,;](?=https?:)/i
/** Nobody types a longer link with such characters. */
const maxFullWidth = 640
const webScheme = /https?:(?!%)/i
const webStart = /^https?:(?!%)/i
const brokenScheme = /h\s?t\s?t\s?p\s?s?\s?:/i
const schemeAlone = /^https?:[\\/]*(?:$|[?#])/i
const script = /^\s*(?:javascript|vbscript|data):/i
const outerScheme = /(?:^|[^a-z0-9+.-])([a-z][a-z0-9+.-]{1,15}):(?:\/\/)?$/i
/** What follows is the rest of a host that something was put into. */
const endOfHost = /(?:^|[^.])\.$/
const hostEnd = /[/?#:\\]/
const looseEnds = '.,;:!?)]}\'"*_~'

/** The text as a link to read when it begins as one: with a scheme, with `//` or with a host that we know. */
export function toLink(text: string, find: FindSite = findSite): string | undefined {
  const trimmed = text.trim()
  if (webStart.test(trimmed)) return trimmed
  return (trimmed.includes('://') && toWebLink(trimmed)) || toBareLink(trimmed, find)
}

function toBareLink(trimmed: string, find: FindSite): string | undefined {
  const bare = trimmed.startsWith('//') ? trimmed.slice(2) : trimmed
  const start = bare.slice(0, maxHostLength + 1)
  const end = start.search(hostEnd)
  return find((end < 0 ? start : start.slice(0, end)).toLowerCase()) ? `https://${bare}` : undefined
}

/** The ways to read a text: as it is, then its beginning with full-width characters as their ASCII forms. */
export function listReadings(text: string): string[] {
  return fullWidth.test(text) ? [text, toHalfWidth(text.slice(0, maxFullWidth))] : [text]
}

function toHalfWidth(text: string): string {
  return text
    .replace(fullWidthEscapes, decodePercent)
    .replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replace(/(?<=[a-z0-9])。(?=[a-z0-9])/gi, '.')
}

/** Whether a text may hold a link that `findLinks` would find by its scheme. */
export function hasLink(text: string): boolean {
  return webScheme.test(text)
}

/** Every link of a text, in order, without what the text around it glued to it. */
export function findLinks(text: string, find: FindSite = findSite): string[] {
  if (script.test(text)) return []
  const links: string[] = []
  for (const word of normalizeText(text).split(boundary))
    for (const piece of word.split(seam)) {
      const link = findLinkInPiece(stripLooseEnds(piece), find)
      if (link !== undefined && !schemeAlone.test(link)) links.push(link)
    }
  return links
}

/** The first link of a text whose author put blanks into it, joined; undefined where there is none. */
export function joinBrokenLink(text: string): string | undefined {
  const cleaned = normalizeText(text)
  const start = cleaned.search(brokenScheme)
  const before = cleaned.slice(0, start).split(boundary).at(-1) ?? ''
  if (start < 0 || script.test(text) || isClosed(before) || isAddress(before)) return undefined
  const words = cleaned.slice(start).split(/\s+/)
  const last = words.findIndex((word, place) => isLinkEnd(word) && !isRestOfQuery(words[place + 1]))
  const joined = words.slice(0, last < 0 ? words.length : last + 1).join('')
  return last === 0 || words.length === 1 ? undefined : stripLooseEnds(joined.split(boundary, 1)[0] ?? '')
}

/** A blank behind a value, or behind a number as long as an item's, ends the link and is not a part of the damage. */
function isLinkEnd(word: string): boolean {
  return /=.|\d{6}$/.test(word)
}

/** `CA381&id=1`: a code with a blank before it, in the middle of a query. */
function isRestOfQuery(word = ''): boolean {
  return /^[\w%.-]{1,40}&[\w-]{1,40}=/.test(word)
}

function normalizeText(text: string): string {
  const clean = text.replace(invisible, '').replace(htmlAmpersand, '&').replace(telephone, '$1')
  if (!clean.includes('\\')) return clean
  return clean.replace(escapedDotOfHost, '/').replace(escapes, '').replaceAll('\\', '/')
}

function findLinkInPiece(piece: string, find: FindSite): string | undefined {
  const start = piece.search(webScheme)
  if (start === 0) return piece
  const before = piece.slice(0, start)
  if (start < 0 || isAddress(before)) {
    const first = piece.search(/[a-z0-9]/i)
    return first < 0 || endOfHost.test(piece.slice(0, first))
      ? undefined
      : (toLink(piece.slice(first), find) ?? findAppLink(piece))
  }
  return isClosed(before) ? undefined : piece.slice(start)
}

/** An app's link behind other text: `打开taobao://…`. */
function findAppLink(piece: string): string | undefined {
  const mark = piece.indexOf('://')
  const scheme =
    mark < 0 ? undefined : /[a-z0-9][a-z0-9+.-]{1,30}$/i.exec(piece.slice(0, mark).slice(-32))?.[0]
  if (scheme === undefined || isAddress(piece.slice(0, mark - scheme.length))) return undefined
  return toWebLink(piece.slice(mark - scheme.length))
}

/** Whether the text before a link is a URL without a scheme, which is parsed by its own host. */
function isAddress(before: string): boolean {
  return before.includes('.') && /[/?#@=]/.test(before)
}

/** Whether the text before a link makes it a part of something that is no web page. */
function isClosed(before: string): boolean {
  const scheme = outerScheme.exec(before.slice(-24))?.[1]
  return scheme !== undefined && closedSchemes.has(scheme.toLowerCase())
}

function stripLooseEnds(text: string): string {
  let end = text.length
  while (end > 0 && looseEnds.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
