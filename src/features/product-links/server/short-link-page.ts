const limits = { addresses: 200 } as const

/** Where a page sends its reader by itself: by script, or by a refresh in its head. */
const redirectPattern =
  /(?:\blocation(?:\.href)?\s{0,9}=|\blocation\.(?:replace|assign)\s{0,9}\(|\bvar\s{1,9}url\s{0,9}=|\bhttp-equiv\s?=\s?["']?refresh[^>]{0,99}?url=)\s{0,9}["']?(https?:[^\s"'<>`]{4,2000})/gi
const addressPattern = /https?(?::\/\/|%3A%2F%2F)[^\s"'<>`(){}]{4,2000}/gi
const scriptEscape = /\\(?:u00|x)([2-7][0-9a-f])|\\(\/)/gi

/** The URLs on a short link's page: its redirect target, and all others in it. */
export function findAddresses(page: string): { sent: string[]; all: string[] } {
  const text = page.replace(scriptEscape, (_match, code?: string) =>
    code === undefined ? '/' : String.fromCharCode(Number.parseInt(code, 16)),
  )
  return {
    sent: takeDistinct(text.matchAll(redirectPattern).map(([, address = '']) => address)),
    all: takeDistinct(text.matchAll(addressPattern).map(([address]) => decodeAddress(address))),
  }
}

function takeDistinct(addresses: IteratorObject<string>): string[] {
  return [...new Set(addresses.take(limits.addresses))]
}

/** A URL that is a parameter of another one ends where the next parameter begins. */
function decodeAddress(address: string): string {
  if (!/^https?%/i.test(address)) return address
  const value = address.split('&', 1)[0] ?? ''
  return URL.parse(`http://x/?v=${value}`)?.searchParams.get('v') ?? ''
}
