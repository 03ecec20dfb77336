/** `1.234,5`, `1,200` or `1.200.000`: groups of thousands and, after the other separator, decimals. */
const groupedPattern = /^(\d{1,3}([.,])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/

/**
 * The possible meanings of a typed number, as plain decimals: '30,5', '1.234,5', '1 200' and full-width digits have
 * one; '1.200' and '1,200' have two, thousands in some countries and decimals in others. Any other text is returned
 * as it is.
 */
export function parseTypedNumber(
  text: string,
): readonly [string] | readonly [thousands: string, decimal: string] {
  const typed = text
    .normalize('NFKC')
    .trim()
    .replaceAll(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, '')
  const decimal = /^\d*,\d+$/.test(typed) ? typed.replace(',', '.') : typed
  const [, integerDigits, , decimals] = groupedPattern.exec(typed) ?? []
  if (!integerDigits || typed.startsWith('0')) return [decimal]
  const thousands = integerDigits.replaceAll(/[.,]/g, '')
  if (decimals) return [`${thousands}.${decimals}`]
  return integerDigits.length - thousands.length > 1 ? [thousands] : [thousands, decimal]
}

/** The text as a plain decimal when it has one meaning; otherwise as it was typed. */
export function normalizeTypedNumber(text: string): string {
  const [value, secondValue] = parseTypedNumber(text)
  return secondValue === undefined ? value : text.trim()
}
