/** The image formats that are rendered; AVIF only from image hosts, not from uploads. */
export type ImageKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

/** Number of first bytes that identify a format: an SVG may begin with comments. */
export const imageStartLength = 512

/** The kind of an image by its first bytes; undefined for anything else. */
export function detectImageKind(bytes: Uint8Array): ImageKind | undefined {
  const start = toLatin1(bytes.subarray(0, 16))
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (/^RIFF.{4}WEBP/s.test(start)) return 'webp'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  return /^.{4}ftypavi[fs]/s.test(start) ? 'avif' : undefined
}

/** Formats that uploads must not have, by their first bytes. */
const refusedFormats: readonly [name: string, start: RegExp][] = [
  ['AVIF', /^.{4}ftypavi[fs]/s],
  ['HEIC', /^.{4}ftyp(he[iv][cmsx]|mif1|msf1)/s],
  ['TIFF', /^(II[*+]\0|MM\0[*+])/],
  ['BMP', /^BM.{4}\0{4}/s],
  ['JPEG XL', /^(\xff\n|.{4}JXL )/s],
  ['JPEG 2000', /^.{4}jP {2}/s],
  ['PSD', /^8BPS/],
  ['SVG', /^(\xef\xbb\xbf)?\s*(<\?xml\s[^>]*>\s*)?(<!--.*?-->\s*)*(<!DOCTYPE\s+svg.*?>\s*)?<svg[\s>]/is],
]

/** `message`, followed by the format's name when the file has one that is not accepted. */
export function describeRefusedImage(start: Uint8Array, message: string): string {
  const text = toLatin1(start.subarray(0, imageStartLength))
  const name = refusedFormats.find(([, pattern]) => pattern.test(text))?.[0]
  return name ? `${message}. ${name} cannot be used here: send JPEG, PNG or WebP.` : message
}

function toLatin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
