/** `1.234,5`, `1,200` or `1.200.000`: thousands and, behind the other sign, decimals. */
const grouped = /^(\d{1,3}([.,])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/

/**
 * What a typed number can mean, as plain decimals: '30,5', '1.234,5', '1 200' and full-width digits have one reading;
 * '1.200' and '1,200' have two, thousands for some people and decimals for others. Any other text has itself.
 */
export function readTypedNumber(
  text: string,
): readonly [string] | readonly [thousands: string, decimal: string] {
  const typed = text
    .normalize('NFKC')
    .trim()
    .replaceAll(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, '')
  const decimal = /^\d*,\d+$/.test(typed) ? typed.replace(',', '.') : typed
  const [, whole, , decimals] = grouped.exec(typed) ?? []
  if (!whole || typed.startsWith('0')) return [decimal]
  const thousands = whole.replaceAll(/[.,]/g, '')
  if (decimals) return [`${thousands}.${decimals}`]
  return whole.length - thousands.length > 1 ? [thousands] : [thousands, decimal]
}

/** The text as a plain decimal where it has one reading, as it was typed otherwise. */
export function normalizeTypedNumber(text: string): string {
  const [reading, other] = readTypedNumber(text)
  return other === undefined ? reading : text.trim()
}
