const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A text as UTF-8 in base64url (RFC 4648, 5), without padding. A lone surrogate throws a URIError. */
export function toBase64url(text: string): string {
  const bytes = toUtf8Bytes(text)
  let encoded = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second, third] = bytes.slice(index, index + 3)
    const triple = (first << 16) | ((second ?? 0) << 8) | (third ?? 0)
    const length = third === undefined ? (second === undefined ? 2 : 3) : 4
    for (let digit = 0; digit < length; digit += 1) encoded += digits[(triple >> (18 - 6 * digit)) & 63]
  }
  return encoded
}

/** The decoded text; undefined for invalid base64url or UTF-8. */
export function fromBase64url(code: string): string | undefined {
  if (!/^[\w-]*$/.test(code) || code.length % 4 === 1) return undefined
  let escaped = ''
  let [buffer, bitCount] = [0, 0]
  for (const digit of code) {
    buffer = ((buffer << 6) | digits.indexOf(digit)) & 0xffff
    bitCount += 6
    if (bitCount < 8) continue
    bitCount -= 8
    escaped += `%${((buffer >> bitCount) & 255).toString(16).padStart(2, '0')}`
  }
  try {
    return decodeURIComponent(escaped)
  } catch {
    return undefined
  }
}

function toUtf8Bytes(text: string): number[] {
  const escaped = encodeURIComponent(text).match(/%[\dA-F]{2}|[^%]/g) ?? []
  return escaped.map((part) => (part.length === 1 ? part.charCodeAt(0) : Number.parseInt(part.slice(1), 16)))
}
