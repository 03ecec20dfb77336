import { openInBrowserText, type ParseErrorCode } from './parse-error-codes.ts'

/** Texts and numbers that the specification fixes for links (§5, §8), and the messages of parse errors. */

/** Longer texts and deeper nesting are rejected. `links` is the number of nested links that are parsed per link. */
export const linkLimits = { characters: 8192, levels: 5, links: 12 } as const

/** The maximum number of texts in one request. */
export const linksPerRequest = 500

/** The maximum size of that request's body: about 1,500 bytes per text. Larger JSON would block the event loop too long. */
export const maxListBytes = 768 * 1024

/** What is wrong with a text, and what to do: two short sentences, shown together. */
export const parseErrorMessages: Record<ParseErrorCode, { problem: string; remedy: string }> = {
  NOT_A_LINK: {
    problem: "We couldn't find a link in this text.",
    remedy: 'Paste the full item link, starting with https://.',
  },
  OTHER_SITE: {
    problem: "We couldn't find an item in this link.",
    remedy: 'Open the item on Taobao, Tmall, 1688, Weidian or an agent we know, and paste its full link.',
  },
  SHOP_PAGE: {
    problem: 'This is a shop page, not an item.',
    remedy: 'Open an item and paste its link.',
  },
  SEARCH_PAGE: {
    problem: 'This is a search or offers page, not an item.',
    remedy: 'Open an item and paste its link.',
  },
  SHORT_LINK: {
    problem: 'This is a short link.',
    remedy: `${openInBrowserText} and paste the full address.`,
  },
  HIDDEN_ID: {
    problem: "This link doesn't show the item number.",
    remedy: 'Open the item on its marketplace and paste its link.',
  },
  UNSUPPORTED_MARKETPLACE: {
    problem: "We don't support this marketplace yet.",
    remedy: 'Use a Taobao, Tmall, 1688 or Weidian link.',
  },
  TOO_LONG: {
    problem: 'This text is too long for us to read.',
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

/** The dialog that is shown for each error code. */
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
