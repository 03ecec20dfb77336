import { getCanonicalUrl } from './canonical-url.ts'
import type { ParsedLink, ParseError } from './contract.ts'
import { findLinks, joinBrokenLink, listReadings } from './link-text.ts'
import type { ParseErrorCode } from './parse-error-codes.ts'
import { getParseErrorMessage } from './parse-error-messages.ts'
import { findDetail } from './sites/app-texts.ts'
import type { FindSite } from './sites/link-site.ts'
import { linkLimits } from './spec.ts'
import { type LinkedItem, parseUrl } from './url-parser.ts'

/** A text that is one link and nothing else, so that there is nothing to look for and to clean. */
const plainLink = /^https?:\/\/[\w./~:?#&=%+-]*[a-zA-Z0-9/]$/

/** No app's share text is longer. */
const maxShareText = 2048

/** Of several unrecognized links, the most helpful reason is returned. */
const specificCodes: readonly ParseErrorCode[] = [
  'SHORT_LINK',
  'HIDDEN_ID',
  'UNSUPPORTED_MARKETPLACE',
  'SHOP_PAGE',
  'SEARCH_PAGE',
  'TOO_LONG',
  'OTHER_SITE',
]

/** Finds the item a pasted text means (§5). Never throws, whatever the text; touches no network. */
export function parseLink(text: string, find?: FindSite): ParsedLink | ParseError {
  if (text.length > linkLimits.characters) return createParseError('TOO_LONG')
  const plain = plainLink.test(text) ? parseUrl(text, find) : undefined
  if (typeof plain === 'string' && !text.includes('%')) return createParseError(plain)
  const found = typeof plain === 'object' ? plain : parseText(text, find)
  if (typeof found === 'string') return createParseError(found, text)
  return { ok: true, ...found, canonicalUrl: getCanonicalUrl(found.shopType, found.id) }
}

/** The thorough search, for any text: the first of its links that leads to an item. */
export function parseText(text: string, find?: FindSite): LinkedItem | ParseErrorCode {
  const codes = new Set<ParseErrorCode>()
  for (const reading of listReadings(text)) {
    for (const link of findLinks(reading, find)) {
      const found = parseUrl(link, find)
      if (typeof found !== 'string') return found
      codes.add(found)
    }
    const joined = joinBrokenLink(reading)
    const found = joined === undefined ? undefined : parseUrl(joined, find)
    if (found !== undefined && typeof found !== 'string') return found
    if (codes.has('SHORT_LINK')) break
  }
  return specificCodes.find((code) => codes.has(code)) ?? 'NOT_A_LINK'
}

function createParseError(code: ParseErrorCode, text = ''): ParseError {
  const detail = text === '' ? undefined : findDetail(text.slice(0, maxShareText), code)
  const said = detail === 'xianyu' ? 'UNSUPPORTED_MARKETPLACE' : code
  const { wrong, remedy } = getParseErrorMessage(said, detail)
  const refused = { ok: false, code: said, reason: `${wrong} ${remedy}` } as const
  return detail ? { ...refused, why: detail } : refused
}
