const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A text as UTF-8 in base64url (RFC 4648, 5), without padding. A lone surrogate throws a URIError. */
export function toBase64url(text: string): string {
  const bytes = toUtf8Bytes(text)
  let out = ''
  for (let place = 0; place < bytes.length; place += 3) {
    const [one = 0, two, three] = bytes.slice(place, place + 3)
    const joined = (one << 16) | ((two ?? 0) << 8) | (three ?? 0)
    const length = three === undefined ? (two === undefined ? 2 : 3) : 4
    for (let digit = 0; digit < length; digit += 1) out += digits[(joined >> (18 - 6 * digit)) & 63]
  }
  return out
}

/** The decoded text, or undefined where it is no base64url or no UTF-8. */
export function fromBase64url(code: string): string | undefined {
  if (!/^[\w-]*$/.test(code) || code.length % 4 === 1) return undefined
  let escaped = ''
  let [held, bits] = [0, 0]
  for (const digit of code) {
    held = ((held << 6) | digits.indexOf(digit)) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    escaped += `%${((held >> bits) & 255).toString(16).padStart(2, '0')}`
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
