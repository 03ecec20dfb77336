import { getCanonicalUrl } from './canonical-url.ts'
import type { ParsedLink, ParseError } from './contract.ts'
import { findLinks, joinBrokenLink, listTextForms } from './find-links.ts'
import type { ParseErrorCode } from './parse-error-codes.ts'
import { getParseErrorMessage } from './parse-error-messages.ts'
import { findDetail } from './sites/app-texts.ts'
import type { FindSite } from './sites/link-site.ts'
import { linkLimits } from './texts-and-limits.ts'
import { type LinkedItem, parseUrl } from './url-parser.ts'

/** A text that is exactly one link, which needs no search and no cleaning. */
const plainLink = /^https?:\/\/[\w./~:?#&=%+-]*[a-zA-Z0-9/]$/

/** The share texts of apps are shorter. */
const maxShareTextLength = 2048

/** Codes by usefulness. Of several unrecognized links the first of these is returned. */
const specificCodes: readonly ParseErrorCode[] = [
  'SHORT_LINK',
  'HIDDEN_ID',
  'UNSUPPORTED_MARKETPLACE',
  'SHOP_PAGE',
  'SEARCH_PAGE',
  'TOO_LONG',
  'OTHER_SITE',
]

/** Finds the item of a pasted text (§5). Never throws and sends no request. */
export function parseLink(text: string, find?: FindSite): ParsedLink | ParseError {
  if (text.length > linkLimits.characters) return createParseError('TOO_LONG')
  const plain = plainLink.test(text) ? parseUrl(text, find) : undefined
  if (typeof plain === 'string' && !text.includes('%')) return createParseError(plain)
  const result = typeof plain === 'object' ? plain : parseText(text, find)
  if (typeof result === 'string') return createParseError(result, text)
  return { ok: true, ...result, canonicalUrl: getCanonicalUrl(result.shopType, result.id) }
}

/** Searches any text for its first link that leads to an item. */
export function parseText(text: string, find?: FindSite): LinkedItem | ParseErrorCode {
  const codes = new Set<ParseErrorCode>()
  for (const form of listTextForms(text)) {
    for (const link of findLinks(form, find)) {
      const result = parseUrl(link, find)
      if (typeof result !== 'string') return result
      codes.add(result)
    }
    const joined = joinBrokenLink(form)
    const result = joined === undefined ? undefined : parseUrl(joined, find)
    if (result !== undefined && typeof result !== 'string') return result
    if (codes.has('SHORT_LINK')) break
  }
  return specificCodes.find((code) => codes.has(code)) ?? 'NOT_A_LINK'
}

function createParseError(code: ParseErrorCode, text = ''): ParseError {
  const detail = text === '' ? undefined : findDetail(text.slice(0, maxShareTextLength), code)
  const finalCode = detail === 'xianyu' ? 'UNSUPPORTED_MARKETPLACE' : code
  const { problem, remedy } = getParseErrorMessage(finalCode, detail)
  const error = { ok: false, code: finalCode, reason: `${problem} ${remedy}` } as const
  return detail ? { ...error, why: detail } : error
}
