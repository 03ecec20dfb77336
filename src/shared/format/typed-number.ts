/** A number as people type it: what it can mean, as plain decimals; one reading, or two where nobody can tell. */
export type NumberReadings = readonly [string] | readonly [thousands: string, decimal: string]

const grouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/
const groupedWithDecimals = /^\d{1,3}(?:(?:,\d{3})+\.\d+|(?:\.\d{3})+,\d+)$/

/**
 * Reads '30,5', '1.234,5', '1 200' and full-width digits. '1.200' and '1,200' have two readings: thousands for some
 * people, decimals for others. A text of another form comes back as it is.
 */
export function readTypedNumber(text: string): NumberReadings {
  const typed = text
    .normalize('NFKC')
    .trim()
    .replaceAll(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, '')
  if (groupedWithDecimals.test(typed)) {
    const decimals = typed.lastIndexOf(
      typed.includes(',') && typed.lastIndexOf(',') > typed.lastIndexOf('.') ? ',' : '.',
    )
    return [`${typed.slice(0, decimals).replaceAll(/[.,]/g, '')}.${typed.slice(decimals + 1)}`]
  }
  const thousands = typed.replaceAll(/[.,]/g, '')
  const decimal = typed.replace(',', '.')
  if (!grouped.test(typed) || typed.startsWith('0')) return [decimal]
  const isOneGroup = thousands.length - typed.length === -1
  return isOneGroup ? [thousands, decimal] : [thousands]
}

/** The text as a plain decimal where it has one reading, as it was typed otherwise. */
export function normalizeTypedNumber(text: string): string {
  const [reading, other] = readTypedNumber(text)
  return other === undefined ? reading : text.trim()
}
