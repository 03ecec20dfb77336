import { parsePictureAddress } from '#features/readings/picture-address.ts'

/** How many pictures a panel shows. */
export const thumbnailCount = 5

/**
 * The pictures that are shown: the first ones that lie on the web under https. A page must not make the extension ask this machine
 * or a network of its own for one.
 */
export function listThumbnails(pictures: readonly string[]): string[] {
  const first = pictures.slice(0, thumbnailCount)
  return first.filter((address) => address.startsWith('https:') && parsePictureAddress(address) !== undefined)
}
