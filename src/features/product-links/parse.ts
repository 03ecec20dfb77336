import { getCanonicalUrl } from './canonical-url.ts'
import type { ParsedLink, ParseError } from './contract.ts'
import { findLinks, joinBrokenLink } from './link-text.ts'
import type { ParseErrorCode } from './parse-error-codes.ts'
import { linkLimits, parseErrorMessages } from './spec.ts'
import { type LinkedItem, parseUrl } from './url-parser.ts'

/** A text that is one link and nothing else, so that there is nothing to look for and to clean. */
const plainLink = /^https?:\/\/[\w./~:?#&=%+-]*[a-zA-Z0-9/]$/

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
export function parseLink(text: string): ParsedLink | ParseError {
  if (text.length > linkLimits.characters) return createParseError('TOO_LONG')
  const found = plainLink.test(text) ? parseUrl(text) : parseText(text)
  if (typeof found === 'string') return createParseError(found)
  return { ok: true, ...found, canonicalUrl: getCanonicalUrl(found.shopType, found.id) }
}

/** The thorough search, for any text: the first of its links that leads to an item. */
export function parseText(text: string): LinkedItem | ParseErrorCode {
  const codes = new Set<ParseErrorCode>()
  for (const link of findLinks(text)) {
    const found = parseUrl(link)
    if (typeof found !== 'string') return found
    codes.add(found)
  }
  const joined = joinBrokenLink(text)
  const found = joined === undefined ? undefined : parseUrl(joined)
  if (found !== undefined && typeof found !== 'string') return found
  return specificCodes.find((code) => codes.has(code)) ?? 'NOT_A_LINK'
}

function createParseError(code: ParseErrorCode): ParseError {
  const { wrong, remedy } = parseErrorMessages[code]
  return { ok: false, code, reason: `${wrong} ${remedy}` }
}
