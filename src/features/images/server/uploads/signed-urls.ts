import { createHmac, hash as digest, timingSafeEqual } from 'node:crypto'
import { defaultWidth, type ImageWidth, imageWidths } from '#shared/image-urls.ts'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'
import { DAY_MS } from '#shared/time.ts'
import { getImageIdentity } from '../../image-identity.ts'
import type { UnapprovedPhoto } from '../../image-registry.ts'
import { isOwnPath } from '../image-sources.ts'
import type { ImageFormat } from '../storage/image-store.ts'

/** How many URLs are kept in memory. */
const maxCachedUrls = 5_000

/**
 * The name of a source in our URLs: 22 characters that reveal nothing about it, independent of signatures.
 */
export function hashImageSource(source: string): string {
  return digest('sha256', getImageIdentity(source), 'buffer').subarray(0, 16).toString('base64url')
}

/** `state` is in private URLs only: the photo's state for which the URL is valid. */
export type ImageUrlParts = {
  signature: string
  state: string | undefined
  width: ImageWidth
  hash: string
  format: ImageFormat
}
const imageUrlPattern = /^\/img\/([\w-]{22})([\da-f-]{36}[\da-z]+)?\/(\d+)\/([\w-]{22})\.(webp|avif)$/

/** Parses a URL of our form, valid or not. */
export function parseImageUrl(address: string): ImageUrlParts | undefined {
  const [, signature, state, digits, hash, ending] = imageUrlPattern.exec(address) ?? []
  const width = imageWidths.find((candidate) => String(candidate) === digits)
  const format = ending === 'avif' ? 'avif' : 'webp'
  return signature && width && hash ? { signature, state, width, hash, format } : undefined
}

/** Names a state that a photo is in: no other photo was in it, and this one is so once. */
export function getPhotoState({ id, since }: Pick<UnapprovedPhoto, 'id' | 'since'>): string {
  return id + since.getTime().toString(36)
}

/** The days on which a private URL is valid, the day of its creation first. */
function getValidDays(): [today: number, yesterday: number] {
  const today = Math.floor(Date.now() / DAY_MS)
  return [today, today - 1]
}

export type ImageUrls = ReturnType<typeof createImageUrls>

/**
 * Creates and verifies our image URLs: `/img/{signature}/{width}/{hash}.webp`. Only the site can sign one.
 * Rendered pages append the hash's `getUrlFragment`. A private one has the photo's state after the signature, and
 * is valid on the day of its creation and on the next.
 */
export function createImageUrls(secret: string, getUrlFragment = (_hash: string) => '') {
  const made = createBoundedCache<{ address: string; hash: string }>(maxCachedUrls)
  const sign = (text: string) =>
    createHmac('sha256', secret).update(text).digest().subarray(0, 16).toString('base64url')
  const signPrivate = (hash: string, state: string, day: number) => sign(`${hash} ${state} ${day}`)
  return {
    /** Our URL of a source; a path of our own pages stays as it is, undefined stays undefined. */
    toImageUrl(source: string): string {
      if (source === '' || isOwnPath(source)) return source
      const signed = made.get(source)
      if (signed) return signed.address + getUrlFragment(signed.hash)
      const hash = hashImageSource(source)
      const address = `/img/${sign(hash)}/${defaultWidth}/${hash}.webp`
      // Signing costs as much as rendering a card, and lists repeat the same images.
      made.set(source, { address, hash })
      return address + getUrlFragment(hash)
    },

    /** The URL of a photo for authorized users, valid while its state is the given one. */
    toPrivateImageUrl(photo: UnapprovedPhoto): string {
      const hash = hashImageSource(photo.image)
      const state = getPhotoState(photo)
      const [today] = getValidDays()
      return `/img/${signPrivate(hash, state, today)}${state}/${defaultWidth}/${hash}.webp${getUrlFragment(hash)}`
    },

    /** Takes the same time for every signature of the right length. */
    isSigned(signature: string, hash: string, state?: string): boolean {
      const expected = state ? getValidDays().map((day) => signPrivate(hash, state, day)) : [sign(hash)]
      return expected.some((candidate) => isSameSignature(signature, candidate))
    },
  }
}

/** As text, because several texts decode to the same bytes. */
function isSameSignature(left: string, right: string): boolean {
  const [actual, expected] = [Buffer.from(left), Buffer.from(right)]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
