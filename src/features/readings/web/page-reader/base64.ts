const chunkLength = 0x8000

/** Bytes as base64, of any length. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let start = 0; start < bytes.length; start += chunkLength)
    binary += String.fromCharCode(...bytes.subarray(start, start + chunkLength))
  return btoa(binary)
}

/** The bytes of a base64 text. Throws when it is none. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
