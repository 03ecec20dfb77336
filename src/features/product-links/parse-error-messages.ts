import type { ParseErrorCode, ShortLinkFailure } from './parse-error-codes.ts'
import { parseErrorMessages } from './spec.ts'

type ParseErrorMessage = { wrong: string; remedy: string }

const openItself = 'Open it once and paste the long one.'

const shortLinkMessages: Record<ShortLinkFailure, ParseErrorMessage> = {
  nowhere: { wrong: 'This short link does not lead to an item we know.', remedy: openItself },
  gone: {
    wrong: 'This short link leads nowhere any more.',
    remedy: 'Look for the item and paste its own link.',
  },
  unavailable: { wrong: "The short link's site does not answer right now.", remedy: openItself },
  shop: {
    wrong: 'This short link leads to a shop page, not to an item.',
    remedy: parseErrorMessages.SHOP_PAGE.remedy,
  },
  search: {
    wrong: 'This short link leads to search results or offers, not to an item.',
    remedy: parseErrorMessages.SEARCH_PAGE.remedy,
  },
  hidden: {
    wrong: 'This short link leads to a page that hides the item number.',
    remedy: parseErrorMessages.HIDDEN_ID.remedy,
  },
  unsupported: {
    wrong: 'This short link leads to a marketplace that we do not support.',
    remedy: parseErrorMessages.UNSUPPORTED_MARKETPLACE.remedy,
  },
  many: { wrong: 'There are too many short links here to follow.', remedy: 'Send this one alone.' },
}

/** The error message for a text, and what to do; `why` is the result of resolving a short link. */
export function getParseErrorMessage(code: ParseErrorCode, why?: ShortLinkFailure): ParseErrorMessage {
  return code === 'SHORT_LINK' && why ? shortLinkMessages[why] : parseErrorMessages[code]
}
