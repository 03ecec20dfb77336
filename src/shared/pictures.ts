/** The widths in px that our image addresses come in. */
export const pictureWidths = [96, 160, 320, 480, 720, 1080, 1600] as const
export type PictureWidth = (typeof pictureWidths)[number]

/** The width an address has when the server writes one. */
export const plainWidth = 720

const address = /^(\/img\/[\w-]+\/)\d+(\/[\w-]+\.webp)$/

/** The same picture at another width: `/img/{signature}/{width}/{hash}.webp`; other addresses have one size only. */
export function pictureAt(src: string, width: PictureWidth): string {
  return src.replace(address, `$1${width}$2`)
}

/** All widths of a picture up to `longest` px for `srcset`, or undefined when it has one size only. */
export function pictureSet(src: string, longest: number): string | undefined {
  if (!address.test(src)) return undefined
  const widths = pictureWidths.filter((width) => width <= longest)
  return widths.map((width) => `${pictureAt(src, width)} ${width}w`).join(', ')
}
