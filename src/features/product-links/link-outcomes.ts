import type { ParseErrorCode, ShortLinkFailure } from './parse-error-codes.ts'
import { refusalWords } from './spec.ts'

type Words = { wrong: string; remedy: string }

const openItself = 'Open it once and paste the long one.'

const followWords: Record<ShortLinkFailure, Words> = {
  nowhere: { wrong: 'This short link does not lead to an item we know.', remedy: openItself },
  gone: {
    wrong: 'This short link leads nowhere any more.',
    remedy: 'Look for the item and paste its own link.',
  },
  unavailable: { wrong: "The short link's site does not answer right now.", remedy: openItself },
  shop: {
    wrong: 'This short link leads to a shop page, not to an item.',
    remedy: refusalWords.SHOP_PAGE.remedy,
  },
  search: {
    wrong: 'This short link leads to search results or offers, not to an item.',
    remedy: refusalWords.SEARCH_PAGE.remedy,
  },
  hidden: {
    wrong: 'This short link leads to a page that hides the item number.',
    remedy: refusalWords.HIDDEN_ID.remedy,
  },
  unsupported: {
    wrong: 'This short link leads to a marketplace that we do not support.',
    remedy: refusalWords.UNSUPPORTED_MARKETPLACE.remedy,
  },
  many: { wrong: 'There are too many short links here to follow.', remedy: 'Send this one alone.' },
}

/** The error message for a text, and what to do; `why` is the result of resolving a short link. */
export function wordsOf(code: ParseErrorCode, why?: ShortLinkFailure): Words {
  return code === 'SHORT_LINK' && why ? followWords[why] : refusalWords[code]
}
