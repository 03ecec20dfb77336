import { getImageHash } from '#shared/image-urls.ts'

/** The URL of the largest file of an image that the page has loaded; undefined when there is none. */
export function findLoadedImage(src: string): string | undefined {
  const hash = getImageHash(src)
  if (hash === undefined) return undefined
  return [...document.images]
    .filter((image) => image.naturalWidth > 0 && getImageHash(new URL(image.currentSrc).pathname) === hash)
    .toSorted((a, b) => b.naturalWidth - a.naturalWidth)[0]?.currentSrc
}
