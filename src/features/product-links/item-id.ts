/** The marketplaces count to 13 digits today; one digit is left for growth. */
const maxDigits = 14

/**
 * What may follow a number: the rest of a broken template or of a table's row, a size in brackets, Chinese text, or
 * punctuation at the end of a sentence. A letter, a decimal point, a quoted statement or a full-width digit makes it
 * something else.
 */
const looseEnd = /^(?:[&?=#/,;([{\]]|\.(?!\d)|http|[\s.,;:!?)\]}"'*|~]*(?:$|[\u0080-\uff0f\uff1a-\uffff]))/

/** An agent's own token for an item, base64, or more digits than any marketplace uses. */
const token = /^[a-z0-9+/_-]{20,300}={0,2}$/i

/**
 * The item number a text begins with: digits, no leading 0, and nothing behind them that makes them a part of something
 * else (`98e7jDvB…`). Undefined when there is none.
 */
export function readItemId(text: string): string | undefined {
  const trimmed = text.trim()
  let length = 0
  while (isDigit(trimmed.charCodeAt(length))) length++
  if (length === 0 || length > maxDigits || trimmed.startsWith('0')) return undefined
  if (length === trimmed.length) return trimmed
  return looseEnd.test(trimmed.slice(length)) ? trimmed.slice(0, length) : undefined
}

/** Whether a text that is no item number looks like an encoded one. */
export function isHiddenId(text: string): boolean {
  const trimmed = text.trim()
  const dot = trimmed.indexOf('.')
  return token.test(dot < 0 ? trimmed : trimmed.slice(0, dot))
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
