/** Why a text is not recognized. Separate from the messages, because every page loads these codes. */
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

/** The details of a code: how the resolution of a short link ended, or what kind of text it is. */
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
/** Why a short link leads to no item. */
export type ShortLinkFailure = Exclude<ParseErrorDetail, 'xianyu' | 'code'>

/** Parses the link error in a page's URL, to which a form sent without JavaScript was redirected. */
export function parseLinkErrorParams(params: URLSearchParams) {
  return {
    refused: parseErrorCodes.find((code) => code === params.get('refused')),
    why: parseErrorDetails.find((detail) => detail === params.get('why')),
    link: params.get('link') ?? undefined,
  }
}

/** What to do with a short link; becomes the text of a link when its URL is available. */
export const openInBrowserText = 'Open it in your browser'
