/** The widths in px that our image addresses come in. */
export const pictureWidths = [96, 160, 320, 480, 720, 1080, 1600] as const
export type PictureWidth = (typeof pictureWidths)[number]

/** The width an address has when the server writes one. */
export const plainWidth = 720

/**
 * A fragment may describe the image: `#8fa3b2` is its average color, `#8fa3b2-avif` says that there is an
 * AVIF too.
 */
const address = /^(\/img\/[\w-]+\/)\d+(\/[\w-]+\.)webp(?:#([\da-f]{6})?(-avif)?)?$/

type PictureFormat = 'webp' | 'avif'

/** The same image at another width: `/img/{signature}/{width}/{hash}.webp`; other URLs have one size only. */
export function getImageUrl(src: string, width: PictureWidth, format: PictureFormat = 'webp'): string {
  return src.replace(address, `$1${width}$2${format}`)
}

/** All widths of an image up to `longest` px for `srcset`, or undefined when it has one size only. */
export function buildSrcset(
  src: string,
  longest: number,
  format: PictureFormat = 'webp',
): string | undefined {
  const [, start, end] = address.exec(src) ?? []
  if (start === undefined) return undefined
  const widths = pictureWidths.filter((width) => width <= longest)
  return widths.map((width) => `${start}${width}${end}${format} ${width}w`).join(', ')
}

/** What an image's URL says about it. */
export function parseImageHints(src: string): { colour: string | undefined; hasAvif: boolean } {
  const [, , , colour, avif] = address.exec(src) ?? []
  return { colour, hasAvif: avif !== undefined }
}
