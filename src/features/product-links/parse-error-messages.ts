import type { ParseErrorCode, ShortLinkFailure } from './parse-error-codes.ts'
import { parseErrorMessages } from './spec.ts'

type ParseErrorMessage = { wrong: string; remedy: string }

const openItself = 'Open it in your browser and paste the full address.'

const shortLinkMessages: Record<ShortLinkFailure, ParseErrorMessage> = {
  nowhere: { wrong: "This short link doesn't lead to an item we know.", remedy: openItself },
  gone: {
    wrong: 'This short link no longer works.',
    remedy: 'Find the item and paste its full link.',
  },
  unavailable: { wrong: "We couldn't open this short link right now.", remedy: openItself },
  shop: {
    wrong: 'This short link leads to a shop page, not to an item.',
    remedy: parseErrorMessages.SHOP_PAGE.remedy,
  },
  search: {
    wrong: 'This short link leads to search results or offers, not to an item.',
    remedy: parseErrorMessages.SEARCH_PAGE.remedy,
  },
  hidden: {
    wrong: "This short link leads to a page that doesn't show the item number.",
    remedy: parseErrorMessages.HIDDEN_ID.remedy,
  },
  unsupported: {
    wrong: "This short link leads to a marketplace we don't support yet.",
    remedy: parseErrorMessages.UNSUPPORTED_MARKETPLACE.remedy,
  },
  many: { wrong: 'There are too many short links to open at once.', remedy: 'Try this one on its own.' },
}

/** The error message for a text, and what to do; `why` is the result of resolving a short link. */
export function getParseErrorMessage(code: ParseErrorCode, why?: ShortLinkFailure): ParseErrorMessage {
  return code === 'SHORT_LINK' && why ? shortLinkMessages[why] : parseErrorMessages[code]
}
