import { getImageHash } from '#shared/image-urls.ts'

/** The largest file of an image that some part of the page shows already; undefined when none does. */
export function findLoadedImage(src: string): string | undefined {
  const hash = getImageHash(src)
  if (hash === undefined) return undefined
  return [...document.images]
    .filter((image) => image.naturalWidth > 0 && getImageHash(new URL(image.currentSrc).pathname) === hash)
    .toSorted((one, other) => other.naturalWidth - one.naturalWidth)[0]?.currentSrc
}
