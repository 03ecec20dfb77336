/** The widths in px that our image addresses come in. */
export const imageWidths = [96, 160, 320, 480, 720, 1080, 1600] as const
export type ImageWidth = (typeof imageWidths)[number]

/** The width an address has when the server writes one. */
export const defaultWidth = 720

/**
 * A fragment may describe the image: `#8fa3b2` is its average color, `#8fa3b2-avif` says that there is an
 * AVIF too.
 */
const imageAddressPattern = /^(\/img\/[\w-]+\/)\d+(\/[\w-]+\.)webp(?:#([\da-f]{6})?(-avif)?)?$/

type ImageFormat = 'webp' | 'avif'

/** The same image at another width: `/img/{signature}/{width}/{hash}.webp`; other URLs have one size only. */
export function getImageUrl(src: string, width: ImageWidth, format: ImageFormat = 'webp'): string {
  return src.replace(imageAddressPattern, `$1${width}$2${format}`)
}

/** All widths of an image up to `longest` px for `srcset`, or undefined when it has one size only. */
export function buildSrcset(src: string, longest: number, format: ImageFormat = 'webp'): string | undefined {
  const [, start, end] = imageAddressPattern.exec(src) ?? []
  if (start === undefined) return undefined
  const widths = imageWidths.filter((width) => width <= longest)
  return widths.map((width) => `${start}${width}${end}${format} ${width}w`).join(', ')
}

/** What identifies an image of ours at every width; other URLs have nothing of the kind. */
export function getImageHash(src: string): string | undefined {
  return /^\/img\/[\w-]+\/\d+\/([\w-]+)\.(?:webp|avif)/.exec(src)?.[1]
}

/** What an image's URL says about it. */
export function parseImageHints(src: string): { colour: string | undefined; hasAvif: boolean } {
  const [, , , colour, avif] = imageAddressPattern.exec(src) ?? []
  return { colour, hasAvif: avif !== undefined }
}
