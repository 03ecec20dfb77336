import { findSite, maxHostLength } from './link-rules.ts'
import { toWebLink } from './sites/app-links.ts'
import type { FindSite } from './sites/link-site.ts'
import { decodePercent } from './url-parts.ts'

/** Schemes that do not open a web page, even when they contain a web URL. */
const nonWebSchemes = new Set(
  'javascript vbscript data blob filesystem file ftp ftps ws wss about mailto jar intent'.split(' '),
)

/** Invisible characters. */
const invisibleCharacters = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** `&` as escaped in a page's source. */
const htmlAmpersand = /&(?:amp|#38|#x26);/gi
/** `[7779496523](tel:7779496523)`: ten digits that an app turned into a telephone link. */
const telephoneLink = /\[(\d{1,20})\]\(tel:[+\d]{1,24}\)/g
/**
 * A backslash before the second or a later dot of a host. Markdown editors escape dots, but browsers end the host at the backslash, so
 * after the first dot the rest does not count as host.
 */
const escapedHostDot = /(?<=(?<!\\)\.[a-z0-9-]{1,63})\\+(?=\.)/gi
/** Backslashes that Markdown editors put before punctuation. */
const markdownEscapes = /(?<!\\)\\+(?=[!#$%&'()*+,.:;<=>?[\]^_`{|}~-])/g
/** Full-width forms of ASCII characters, from Chinese keyboards, plain or percent-encoded. */
const fullWidthCharacter =
  /[\uff03-\uff06\uff0b\uff0d-\uff1a\uff1d-\uff3a\uff3f\uff41-\uff5a]|[a-z0-9]。[a-z0-9]|%ef%b[cd]/i
const fullWidthEscapes = /(?:%ef%b[cd]%[89ab][0-9a-f])+/gi
/** Characters that end a URL: spaces, quotes, brackets, Chinese punctuation. */
const urlBoundary = /[\s\p{Cc}"<>`|「」『』【】〔〕《》〈〉（）［］｛｝，。！？；：、“”‘’…￥]+/u
/** The boundary of two URLs without a space: Markdown, BBCode, rows of a table. */
const urlSeparator = /\](?![=[])|\[\/|[,;](?=https?:)/i
/** Only this many characters are converted; real links are shorter. */
const maxFullWidthLength = 640
const webScheme = /https?:(?!%)/i
const webStart = /^https?:(?!%)/i
const brokenScheme = /h\s?t\s?t\s?p\s?s?\s?:/i
const schemeWithoutHost = /^https?:[\\/]*(?:$|[?#])/i
const scriptScheme = /^\s*(?:javascript|vbscript|data):/i
const schemeBeforeLink = /(?:^|[^a-z0-9+.-])([a-z][a-z0-9+.-]{1,15}):(?:\/\/)?$/i
/** The text before the match ends with a dot, so the host is incomplete. */
const endsWithDot = /(?:^|[^.])\.$/
const hostTerminator = /[/?#:\\]/
const trailingPunctuation = '.,;:!?)]}\'"*_~'

/** The text as a link when it begins with a scheme, with `//` or with a known host; else undefined. */
export function toLink(text: string, lookUpSite: FindSite = findSite): string | undefined {
  const trimmed = text.trim()
  if (webStart.test(trimmed)) return trimmed
  return (trimmed.includes('://') && toWebLink(trimmed)) || addScheme(trimmed, lookUpSite)
}

function addScheme(trimmed: string, lookUpSite: FindSite): string | undefined {
  const withoutSlashes = trimmed.startsWith('//') ? trimmed.slice(2) : trimmed
  const start = withoutSlashes.slice(0, maxHostLength + 1)
  const end = start.search(hostTerminator)
  return lookUpSite((end < 0 ? start : start.slice(0, end)).toLowerCase())
    ? `https://${withoutSlashes}`
    : undefined
}

/** The forms of a text to parse: the text itself, then its beginning with full-width characters replaced by ASCII. */
export function listTextForms(text: string): string[] {
  return fullWidthCharacter.test(text) ? [text, toHalfWidth(text.slice(0, maxFullWidthLength))] : [text]
}

function toHalfWidth(text: string): string {
  return text
    .replace(fullWidthEscapes, decodePercent)
    .replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replace(/(?<=[a-z0-9])。(?=[a-z0-9])/gi, '.')
}

/** Whether a text contains `http:` or `https:`, so that `findLinks` may find a link in it. */
export function hasLink(text: string): boolean {
  return webScheme.test(text)
}

/** Every link of a text, in order, without the surrounding punctuation. */
export function findLinks(text: string, lookUpSite: FindSite = findSite): string[] {
  if (scriptScheme.test(text)) return []
  const links: string[] = []
  for (const token of normalizeText(text).split(urlBoundary))
    for (const segment of token.split(urlSeparator)) {
      const link = findLinkInSegment(stripTrailingPunctuation(segment), lookUpSite)
      if (link !== undefined && !schemeWithoutHost.test(link)) links.push(link)
    }
  return links
}

/** The first link of a text that contains spaces, with the spaces removed; undefined when there is none. */
export function joinBrokenLink(text: string): string | undefined {
  const cleaned = normalizeText(text)
  const start = cleaned.search(brokenScheme)
  const textBefore = cleaned.slice(0, start).split(urlBoundary).at(-1) ?? ''
  if (start < 0 || scriptScheme.test(text) || hasNonWebScheme(textBefore) || isUrlWithoutScheme(textBefore))
    return undefined
  const tokens = cleaned.slice(start).split(/\s+/)
  const lastIndex = tokens.findIndex((token, index) => isLinkEnd(token) && !isQueryRest(tokens[index + 1]))
  const joined = tokens.slice(0, lastIndex < 0 ? tokens.length : lastIndex + 1).join('')
  return lastIndex === 0 || tokens.length === 1
    ? undefined
    : stripTrailingPunctuation(joined.split(urlBoundary, 1)[0] ?? '')
}

/** Whether a space after this token ends the link: the token has a value, or ends with an item number. */
function isLinkEnd(token: string): boolean {
  return /=.|\d{6}$/.test(token)
}

/** Whether a token such as `CA381&id=1` continues a query after a space. */
function isQueryRest(token = ''): boolean {
  return /^[\w%.-]{1,40}&[\w-]{1,40}=/.test(token)
}

/** A text as its links are found in it: without invisible characters and escapes. */
export function normalizeText(text: string): string {
  const cleaned = text
    .replace(invisibleCharacters, '')
    .replace(htmlAmpersand, '&')
    .replace(telephoneLink, '$1')
  if (!cleaned.includes('\\')) return cleaned
  return cleaned.replace(escapedHostDot, '/').replace(markdownEscapes, '').replaceAll('\\', '/')
}

function findLinkInSegment(segment: string, lookUpSite: FindSite): string | undefined {
  const start = segment.search(webScheme)
  if (start === 0) return segment
  const textBefore = segment.slice(0, start)
  if (start < 0 || isUrlWithoutScheme(textBefore)) {
    const startIndex = segment.search(/[a-z0-9]/i)
    return startIndex < 0 || endsWithDot.test(segment.slice(0, startIndex))
      ? undefined
      : (toLink(segment.slice(startIndex), lookUpSite) ?? findAppLink(segment))
  }
  return hasNonWebScheme(textBefore) ? undefined : segment.slice(start)
}

/** Finds an app link after other text: `打开taobao://…`. */
function findAppLink(segment: string): string | undefined {
  const schemeEnd = segment.indexOf('://')
  const scheme =
    schemeEnd < 0
      ? undefined
      : /[a-z0-9][a-z0-9+.-]{1,30}$/i.exec(segment.slice(0, schemeEnd).slice(-32))?.[0]
  if (scheme === undefined || isUrlWithoutScheme(segment.slice(0, schemeEnd - scheme.length)))
    return undefined
  return toWebLink(segment.slice(schemeEnd - scheme.length))
}

/** Whether the text before a link is itself a URL without a scheme, which is parsed by its own host. */
function isUrlWithoutScheme(textBefore: string): boolean {
  return textBefore.includes('.') && /[/?#@=]/.test(textBefore)
}

/** Whether the text before a link ends with a scheme that does not open a web page. */
function hasNonWebScheme(textBefore: string): boolean {
  const scheme = schemeBeforeLink.exec(textBefore.slice(-24))?.[1]
  return scheme !== undefined && nonWebSchemes.has(scheme.toLowerCase())
}

function stripTrailingPunctuation(text: string): string {
  let end = text.length
  while (end > 0 && trailingPunctuation.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
