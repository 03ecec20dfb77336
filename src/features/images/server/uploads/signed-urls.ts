import { createHmac, hash as digest, timingSafeEqual } from 'node:crypto'
import { defaultWidth, type ImageWidth, imageWidths } from '#shared/image-urls.ts'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'
import { DAY_MS } from '#shared/time.ts'
import { getImageIdentity } from '../../image-identity.ts'
import type { UnapprovedPhoto } from '../../image-registry.ts'
import { isOwnPath } from '../image-sources.ts'
import type { ImageFormat } from '../storage/image-store.ts'

/** The maximum number of cached URLs. */
const maxCachedUrls = 5_000

/**
 * The name of a source in image URLs: 22 characters that do not reveal the source and do not depend on its signature.
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

/** Parses an image URL without checking its signature. */
export function parseImageUrl(address: string): ImageUrlParts | undefined {
  const [, signature, state, digits, hash, ending] = imageUrlPattern.exec(address) ?? []
  const width = imageWidths.find((candidate) => String(candidate) === digits)
  const format = ending === 'avif' ? 'avif' : 'webp'
  return signature && width && hash ? { signature, state, width, hash, format } : undefined
}

/** A unique name of a photo's current state; it changes with each change of the photo's status. */
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
 * Creates and verifies image URLs: `/img/{signature}/{width}/{hash}.webp`. Only this site can sign them.
 * `getUrlFragment` is appended to each URL. A private URL has the photo's state after the signature and is valid on the
 * day of its creation and on the next.
 */
export function createImageUrls(secret: string, getUrlFragment = (_hash: string) => '') {
  const cachedUrls = createBoundedCache<{ address: string; hash: string }>(maxCachedUrls)
  const sign = (text: string) =>
    createHmac('sha256', secret).update(text).digest().subarray(0, 16).toString('base64url')
  const signPrivate = (hash: string, state: string, day: number) => sign(`${hash} ${state} ${day}`)
  return {
    /** The image URL of a source; a path of this site is returned unchanged. */
    toImageUrl(source: string): string {
      if (source === '' || isOwnPath(source)) return source
      const signed = cachedUrls.get(source)
      if (signed) return signed.address + getUrlFragment(signed.hash)
      const hash = hashImageSource(source)
      const address = `/img/${sign(hash)}/${defaultWidth}/${hash}.webp`
      // Signing is slow, and lists repeat the same images.
      cachedUrls.set(source, { address, hash })
      return address + getUrlFragment(hash)
    },

    /** The URL of a photo for authorized users, valid until its status changes. */
    toPrivateImageUrl(photo: UnapprovedPhoto): string {
      const hash = hashImageSource(photo.image)
      const state = getPhotoState(photo)
      const [today] = getValidDays()
      return `/img/${signPrivate(hash, state, today)}${state}/${defaultWidth}/${hash}.webp${getUrlFragment(hash)}`
    },

    /** Verifies a signature in constant time. */
    isSigned(signature: string, hash: string, state?: string): boolean {
      const expected = state ? getValidDays().map((day) => signPrivate(hash, state, day)) : [sign(hash)]
      return expected.some((candidate) => isSameSignature(signature, candidate))
    },
  }
}

/** Compares as text, because different texts can decode to the same bytes. */
function isSameSignature(left: string, right: string): boolean {
  const [actual, expected] = [Buffer.from(left), Buffer.from(right)]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
