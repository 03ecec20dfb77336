import type { ParseErrorCode, ParseErrorDetail } from './parse-error-codes.ts'
import { dialogByCode, linkDialogs, parseErrorMessages } from './spec.ts'

type ParseErrorMessage = { wrong: string; remedy: string }
type DetailMessage = ParseErrorMessage & { code?: ParseErrorCode }

const openAndPaste = parseErrorMessages.SHORT_LINK.remedy

/** Of a short link where no other code stands. */
const detailMessages: Record<ParseErrorDetail, DetailMessage> = {
  nowhere: { wrong: "This short link doesn't lead to an item we know.", remedy: openAndPaste },
  gone: {
    wrong: 'This short link no longer works.',
    remedy: 'Find the item and paste its full link.',
  },
  unavailable: { wrong: "We couldn't open this short link right now.", remedy: openAndPaste },
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
  xianyu: {
    code: 'UNSUPPORTED_MARKETPLACE',
    wrong: "This is a Xianyu item, and we don't support Xianyu yet.",
    remedy: parseErrorMessages.UNSUPPORTED_MARKETPLACE.remedy,
  },
  code: {
    code: 'NOT_A_LINK',
    wrong: 'This is a Taobao code, not a link. Only the Taobao app can open it.',
    remedy: 'Open the item there, share it again and copy its link.',
  },
}

/** The error message for a text, and what to do; a detail of another code says nothing. */
export function getParseErrorMessage(code: ParseErrorCode, detail?: ParseErrorDetail): ParseErrorMessage {
  const message = detail && detailMessages[detail]
  return message && (message.code ?? 'SHORT_LINK') === code ? message : parseErrorMessages[code]
}

type ErrorDialog = { title: string; text: string; help: string; footer?: string }

/**
 * The dialog of §8 with our reason below it. What came of a short link the specification does not know: there the reason
 * is all that is said.
 */
export function getErrorDialog(code: ParseErrorCode, detail?: ParseErrorDetail): ErrorDialog {
  const { wrong, remedy } = getParseErrorMessage(code, detail)
  const specified = linkDialogs[dialogByCode[code]]
  if (code === 'SHORT_LINK' && detail) return { title: specified.title, text: wrong, help: remedy }
  return { ...specified, help: `${wrong} ${remedy}` }
}
