/** Every error code of the API, grouped by the noun it is about. */
export const errorCodes = [
  // Any call.
  'BAD_REQUEST',
  'INVALID_INPUT',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'TIMEOUT',
  'TOO_LARGE',
  'MEDIA_TYPE',
  'TOO_MANY',
  'INTERNAL',
  'BUSY',
  // Accounts and sessions.
  'WRONG_LOGIN',
  'WRONG_PASSWORD',
  'WEAK_PASSWORD',
  'PASSWORD_REQUIRED',
  'EMAIL_EXISTS',
  'EMAIL_NOT_VERIFIED',
  'ACCOUNT_BLOCKED',
  'ACCOUNT_NOT_FOUND',
  'SESSION_ENDED',
  'INVALID_LINK',
  'GOOGLE_OFF',
  'GOOGLE_REFUSED',
  'USER_NOT_FOUND',
  'LAST_ADMIN',
  // Agents and products.
  'AGENT_NOT_FOUND',
  'AGENT_NOT_ACTIVE',
  'NAME_TAKEN',
  'NO_UNSELECT',
  'NOT_AN_IMAGE',
  'PRODUCT_NOT_FOUND',
  'PRODUCT_EXISTS',
  'STALE',
  // Reviews and photos.
  'ADMIN_REVIEW',
  'REVIEW_NOT_FOUND',
  'REVIEW_CHANGED',
  'REVIEW_WAITING',
  'REVIEW_SUPERSEDED',
  'QC_PHOTO_NOT_FOUND',
  'QC_PHOTO_GONE',
  'QC_SET_NOT_FOUND',
  'QC_SET_CHANGED',
  'TOO_MANY_UNUSED',
  'TOO_MANY_WAITING',
  'EMPTY_READING',
  'ITEM_KNOWN',
  'OWN_READING',
  'READING_CHANGED',
  'READING_NOT_FOUND',
  'UNLIKELY_PRICE',
  // Collection and watches.
  'AMBIGUOUS_ITEM',
  'COLLECTION_FULL',
  'UNKNOWN_VARIANT',
  'WATCHES_FULL',
  // Links.
  'NOT_A_LINK',
  'OTHER_SITE',
  'SHOP_PAGE',
  'SEARCH_PAGE',
  'SHORT_LINK',
  'HIDDEN_ID',
  'UNSUPPORTED_MARKETPLACE',
  'TOO_LONG',
  // Rate cards.
  'INVALID_CARD',
  'CHECKS_FAILED',
  'RATE_CARD_NOT_FOUND',
] as const

/**
 * The last two exist in the browser only: a failure without a message from the server, and a login response without a
 * token.
 */
export type ErrorCode = (typeof errorCodes)[number] | 'UNSAID' | 'UNEXPECTED'
