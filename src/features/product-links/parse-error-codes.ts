/** Why a text is refused. Apart from the words for it, because every page's code knows these. */
export const refusalCodes = [
  'NOT_A_LINK',
  'OTHER_SITE',
  'SHOP_PAGE',
  'SEARCH_PAGE',
  'SHORT_LINK',
  'HIDDEN_ID',
  'UNSUPPORTED_MARKETPLACE',
  'TOO_LONG',
] as const
export type ParseErrorCode = (typeof refusalCodes)[number]

/** Why a short link gave no item, where more can be said than that it is one. */
export const followOutcomes = [
  'nowhere',
  'gone',
  'unavailable',
  'shop',
  'search',
  'hidden',
  'unsupported',
  'many',
] as const
export type ShortLinkFailure = (typeof followOutcomes)[number]
