import type { ParseErrorCode, ParseErrorDetail } from './parse-error-codes.ts'
import { dialogByCode, linkDialogs, parseErrorMessages } from './texts-and-limits.ts'

type ParseErrorMessage = { problem: string; remedy: string }
type DetailMessage = ParseErrorMessage & { code?: ParseErrorCode }

const openAndPaste = parseErrorMessages.SHORT_LINK.remedy

/** The message of each detail. It belongs to the code SHORT_LINK unless another `code` is set. */
const detailMessages: Record<ParseErrorDetail, DetailMessage> = {
  nowhere: { problem: "This short link doesn't lead to an item we know.", remedy: openAndPaste },
  gone: {
    problem: 'This short link no longer works.',
    remedy: 'Find the item and paste its full link.',
  },
  unavailable: { problem: "We couldn't open this short link right now.", remedy: openAndPaste },
  shop: {
    problem: 'This short link leads to a shop page, not to an item.',
    remedy: parseErrorMessages.SHOP_PAGE.remedy,
  },
  search: {
    problem: 'This short link leads to search results or offers, not to an item.',
    remedy: parseErrorMessages.SEARCH_PAGE.remedy,
  },
  hidden: {
    problem: "This short link leads to a page that doesn't show the item number.",
    remedy: parseErrorMessages.HIDDEN_ID.remedy,
  },
  unsupported: {
    problem: "This short link leads to a marketplace we don't support yet.",
    remedy: parseErrorMessages.UNSUPPORTED_MARKETPLACE.remedy,
  },
  many: { problem: 'There are too many short links to open at once.', remedy: 'Try this one on its own.' },
  xianyu: {
    code: 'UNSUPPORTED_MARKETPLACE',
    problem: "This is a Xianyu item, and we don't support Xianyu yet.",
    remedy: parseErrorMessages.UNSUPPORTED_MARKETPLACE.remedy,
  },
  code: {
    code: 'NOT_A_LINK',
    problem: 'This is a Taobao code, not a link. Only the Taobao app can open it.',
    remedy: 'Open the item there, share it again and copy its link.',
  },
}

/** The error message of a code and what to do. A detail that belongs to another code is ignored. */
export function getParseErrorMessage(code: ParseErrorCode, detail?: ParseErrorDetail): ParseErrorMessage {
  const message = detail && detailMessages[detail]
  return message && (message.code ?? 'SHORT_LINK') === code ? message : parseErrorMessages[code]
}

type ErrorDialog = { title: string; text: string; help: string; footer?: string }

/**
 * The dialog of §8 with our reason below its sentence. The specification has no dialog for the outcome of a short link, so
 * there our reason is the whole text.
 */
export function getErrorDialog(code: ParseErrorCode, detail?: ParseErrorDetail): ErrorDialog {
  const { problem, remedy } = getParseErrorMessage(code, detail)
  const specified = linkDialogs[dialogByCode[code]]
  if (code === 'SHORT_LINK' && detail) return { title: specified.title, text: problem, help: remedy }
  return { ...specified, help: `${problem} ${remedy}` }
}
