/** The widths in px in which our images are served. */
export const imageWidths = [96, 160, 320, 480, 720, 1080, 1600] as const
export type ImageWidth = (typeof imageWidths)[number]

/** The width in an image URL that the server writes. */
export const defaultWidth = 720

/**
 * The fragment may describe the image: `#8fa3b2` is its average color, and `#8fa3b2-avif` means that it also exists as
 * AVIF.
 */
const imageUrlPattern = /^(\/img\/[\w-]+\/)\d+(\/[\w-]+\.)webp(?:#([\da-f]{6})?(-avif)?)?$/

type ImageFormat = 'webp' | 'avif'

/** The same image at another width: `/img/{signature}/{width}/{hash}.webp`; other URLs have one size only. */
export function getImageUrl(src: string, width: ImageWidth, format: ImageFormat = 'webp'): string {
  return src.replace(imageUrlPattern, `$1${width}$2${format}`)
}

/** All widths of an image up to `maxWidth` px for `srcset`, or undefined when it has one size only. */
export function buildSrcset(src: string, maxWidth: number, format: ImageFormat = 'webp'): string | undefined {
  const [, start, end] = imageUrlPattern.exec(src) ?? []
  if (start === undefined) return undefined
  const widths = imageWidths.filter((width) => width <= maxWidth)
  return widths.map((width) => `${start}${width}${end}${format} ${width}w`).join(', ')
}

/** The part of our image URLs that is the same at every width; undefined for other URLs. */
export function getImageHash(src: string): string | undefined {
  return /^\/img\/[\w-]+\/\d+\/([\w-]+)\.(?:webp|avif)/.exec(src)?.[1]
}

/** The hints in an image URL's fragment. */
export function parseImageHints(src: string): { colour: string | undefined; hasAvif: boolean } {
  const [, , , colour, avif] = imageUrlPattern.exec(src) ?? []
  return { colour, hasAvif: avif !== undefined }
}
