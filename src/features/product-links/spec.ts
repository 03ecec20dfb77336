import { openItself, type ParseErrorCode } from './parse-error-codes.ts'

/** Literals the specification fixes for links (§5, §8), and the messages for unrecognized ones. */

/** A text longer than this, or links nested deeper than this, are rejected unread; `links`: read of those inside of one. */
export const linkLimits = { characters: 8192, levels: 5, links: 12 } as const

/** How many texts one request may bring. */
export const linksPerRequest = 500

/** Bytes of the body that brings them: 1,500 of each. More of the worst JSON would hold the event loop for too long. */
export const maxListBytes = 768 * 1024

/** The error in a text, and what to do about it: two short sentences, read together. */
export const parseErrorMessages: Record<ParseErrorCode, { wrong: string; remedy: string }> = {
  NOT_A_LINK: {
    wrong: "We couldn't find a link in this text.",
    remedy: 'Paste the full item link, starting with https://.',
  },
  OTHER_SITE: {
    wrong: "We couldn't find an item in this link.",
    remedy: 'Open the item on Taobao, Tmall, 1688, Weidian or an agent we know, and paste its full link.',
  },
  SHOP_PAGE: {
    wrong: 'This is a shop page, not an item.',
    remedy: 'Open an item and paste its link.',
  },
  SEARCH_PAGE: {
    wrong: 'This is a search or offers page, not an item.',
    remedy: 'Open an item and paste its link.',
  },
  SHORT_LINK: {
    wrong: 'This is a short link.',
    remedy: `${openItself} and paste the full address.`,
  },
  HIDDEN_ID: {
    wrong: "This link doesn't show the item number.",
    remedy: 'Open the item on its marketplace and paste its link.',
  },
  UNSUPPORTED_MARKETPLACE: {
    wrong: "We don't support this marketplace yet.",
    remedy: 'Use a Taobao, Tmall, 1688 or Weidian link.',
  },
  TOO_LONG: {
    wrong: 'This text is too long for us to read.',
    remedy: "Paste only the item's link.",
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
