/** Why a text is not recognized. Separate from the messages, because every page's code includes these. */
export const parseErrorCodes = [
  'NOT_A_LINK',
  'OTHER_SITE',
  'SHOP_PAGE',
  'SEARCH_PAGE',
  'SHORT_LINK',
  'HIDDEN_ID',
  'UNSUPPORTED_MARKETPLACE',
  'TOO_LONG',
] as const
export type ParseErrorCode = (typeof parseErrorCodes)[number]

/** More about a code, where more is known: what came of a short link, or what kind of text it is. */
export const parseErrorDetails = [
  'nowhere',
  'gone',
  'unavailable',
  'shop',
  'search',
  'hidden',
  'unsupported',
  'many',
  'xianyu',
  'code',
] as const
export type ParseErrorDetail = (typeof parseErrorDetails)[number]
/** Why a short link gave no item. */
export type ShortLinkFailure = Exclude<ParseErrorDetail, 'xianyu' | 'code'>

/** What a page's URL says of a form that was sent without script. */
export function parseRefusal(params: URLSearchParams) {
  return {
    refused: parseErrorCodes.find((code) => code === params.get('refused')),
    why: parseErrorDetails.find((detail) => detail === params.get('why')),
    link: params.get('link') ?? undefined,
  }
}

/** What to do with a short link; the text of its link where that is known. */
export const openItself = 'Open it in your browser'
