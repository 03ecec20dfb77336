/** Item numbers have up to 13 digits today. One more is accepted for future numbers. */
const maxDigits = 14

/**
 * The text that may follow an item number: the rest of a broken template or of a table row, a size in brackets, Chinese
 * text, or punctuation at the end of a sentence. A number followed by a letter, a decimal point, a quoted statement or a
 * full-width digit is no item number.
 */
const allowedSuffix =
  /^(?:[&?=#/,;([{\]]|\.(?!\d)|http|[\s.,;:!?)\]}"'*|~]*(?:$|[\u0080-\uff0f\uff1a-\uffff]))/

/** An agent's token for an item: base64, or more digits than any marketplace uses. */
const token = /^[a-z0-9+/_-]{20,300}={0,2}$/i

/**
 * The item number at the start of a text: digits without a leading 0 that are no part of a longer token (`98e7jDvB…`).
 * Undefined when there is none.
 */
export function readItemId(text: string): string | undefined {
  const trimmed = text.trim()
  let length = 0
  while (isDigit(trimmed.charCodeAt(length))) length++
  if (length === 0 || length > maxDigits || trimmed.startsWith('0')) return undefined
  if (length === trimmed.length) return trimmed
  return allowedSuffix.test(trimmed.slice(length)) ? trimmed.slice(0, length) : undefined
}

/** Whether a text without an item number looks like an encoded one. */
export function isHiddenId(text: string): boolean {
  const trimmed = text.trim()
  const dot = trimmed.indexOf('.')
  return token.test(dot < 0 ? trimmed : trimmed.slice(0, dot))
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
