import type { ParseErrorCode } from './parse-error-codes.ts'

/** Literals the specification fixes for links (§5, §8), and the messages for unrecognized ones. */

/** A text longer than this, or links nested deeper than this, are rejected unread. */
export const linkLimits = { characters: 8192, levels: 5 } as const

/** How many texts one request may bring. */
export const linksPerRequest = 500

/** Bytes of the body that brings them: 1,500 of each. More of the worst JSON would hold the event loop for too long. */
export const maxListBytes = 768 * 1024

/** The error in a text, and what to do about it: two short sentences, read together. */
export const parseErrorMessages: Record<ParseErrorCode, { wrong: string; remedy: string }> = {
  NOT_A_LINK: {
    wrong: 'There is no link in this text.',
    remedy: 'Copy the whole address of an item, from https:// to its end.',
  },
  OTHER_SITE: {
    wrong: 'This is not an item page of Taobao, Tmall, 1688 or Weidian, nor of an agent that we know.',
    remedy: 'Open the item itself and paste the whole link.',
  },
  SHOP_PAGE: {
    wrong: 'This is a shop page, not an item.',
    remedy: 'Open one item and paste that link.',
  },
  SEARCH_PAGE: {
    wrong: 'This is a page of search results or offers, not an item.',
    remedy: 'Open one item and paste that link.',
  },
  SHORT_LINK: {
    wrong: 'This is a short link.',
    remedy: 'Open it once and paste the long one.',
  },
  HIDDEN_ID: {
    wrong: 'This link hides the item number.',
    remedy: 'Open the item on its marketplace and paste that link.',
  },
  UNSUPPORTED_MARKETPLACE: {
    wrong: 'This item is on a marketplace that we do not support.',
    remedy: 'Links to Taobao, Tmall, 1688 and Weidian work.',
  },
  TOO_LONG: {
    wrong: 'This text is too long, or hides its link too deep.',
    remedy: 'Paste the link of the item alone.',
  },
}

/** The two dialogs of §8. */
export const linkDialogs = {
  missing: {
    title: 'Oops...',
    text: 'Invalid URL or missing parameters!',
    footer: 'The URL you provided is not supported. If you think this is a mistake, please contact us.',
  },
  format: {
    title: 'Oops...',
    text: 'Invalid URL format!',
    footer: 'Please provide a valid URL.',
  },
} as const

/** The dialog of each error. */
export const dialogByCode: Record<ParseErrorCode, keyof typeof linkDialogs> = {
  NOT_A_LINK: 'format',
  TOO_LONG: 'format',
  OTHER_SITE: 'missing',
  SHOP_PAGE: 'missing',
  SEARCH_PAGE: 'missing',
  SHORT_LINK: 'missing',
  HIDDEN_ID: 'missing',
  UNSUPPORTED_MARKETPLACE: 'missing',
}
