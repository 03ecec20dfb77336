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

/** Why a short link gave no item, where more is known. */
export const shortLinkFailures = [
  'nowhere',
  'gone',
  'unavailable',
  'shop',
  'search',
  'hidden',
  'unsupported',
  'many',
] as const
export type ShortLinkFailure = (typeof shortLinkFailures)[number]
