import { createHmac, hash as digest, timingSafeEqual } from 'node:crypto'
import { type PictureWidth, pictureWidths, plainWidth } from '#shared/image-urls.ts'
import { createBoundedCache } from '#shared/server/bounded-cache.ts'
import { DAY_MS } from '#shared/time.ts'
import { getImageIdentity } from '../image-identity.ts'
import type { UnapprovedPhoto } from '../image-registry.ts'
import { isOwnPath } from './sources.ts'
import type { PictureFormat } from './store.ts'

/** How many URLs are kept in memory. */
const remembered = 5_000

/**
 * The name of a source in our URLs: 22 characters that reveal nothing about it, independent of signatures.
 */
export function hashImageSource(source: string): string {
  return digest('sha256', getImageIdentity(source), 'buffer').subarray(0, 16).toString('base64url')
}

/** `state` is in private URLs only: the photo's state for which the URL is valid. */
export type Named = {
  signature: string
  state: string | undefined
  width: PictureWidth
  hash: string
  format: PictureFormat
}
const written = /^\/img\/([\w-]{22})([\da-f-]{36}[\da-z]+)?\/(\d+)\/([\w-]{22})\.(webp|avif)$/

/** Parses a URL of our form, valid or not. */
export function parseImageUrl(address: string): Named | undefined {
  const [, signature, state, digits, hash, ending] = written.exec(address) ?? []
  const width = pictureWidths.find((known) => String(known) === digits)
  const format = ending === 'avif' ? 'avif' : 'webp'
  return signature && width && hash ? { signature, state, width, hash, format } : undefined
}

/** Names a state that a photo is in: no other photo was in it, and this one is so once. */
export function stateOf({ id, since }: Pick<UnapprovedPhoto, 'id' | 'since'>): string {
  return id + since.getTime().toString(36)
}

/** The days on which a private URL is valid, the day of its creation first. */
function goodDays(): [today: number, yesterday: number] {
  const today = Math.floor(Date.now() / DAY_MS)
  return [today, today - 1]
}

export type ImageUrls = ReturnType<typeof createImageUrls>

/**
 * Creates and verifies our image URLs: `/img/{signature}/{width}/{hash}.webp`. Only the site can sign one.
 * Rendered pages append the hash's `fragmentOf`. A private one has the photo's state after the signature, and
 * is valid on the day of its creation and on the next.
 */
export function createImageUrls(secret: string, fragmentOf = (_hash: string) => '') {
  const made = createBoundedCache<{ address: string; hash: string }>(remembered)
  const sign = (text: string) =>
    createHmac('sha256', secret).update(text).digest().subarray(0, 16).toString('base64url')
  const signPrivate = (hash: string, state: string, day: number) => sign(`${hash} ${state} ${day}`)
  return {
    /** Our URL of a source; a path of our own pages stays as it is, undefined stays undefined. */
    addressOf(source: string): string {
      if (source === '' || isOwnPath(source)) return source
      const known = made.get(source)
      if (known) return known.address + fragmentOf(known.hash)
      const hash = hashImageSource(source)
      const address = `/img/${sign(hash)}/${plainWidth}/${hash}.webp`
      // Signing costs as much as rendering a card, and lists repeat the same images.
      made.set(source, { address, hash })
      return address + fragmentOf(hash)
    },

    /** The URL of a photo for authorized users, valid while its state is the given one. */
    privateAddressOf(photo: UnapprovedPhoto): string {
      const hash = hashImageSource(photo.image)
      const state = stateOf(photo)
      const [today] = goodDays()
      return `/img/${signPrivate(hash, state, today)}${state}/${plainWidth}/${hash}.webp${fragmentOf(hash)}`
    },

    /** Takes the same time for every signature of the right length. */
    isSigned(signature: string, hash: string, state?: string): boolean {
      const due = state ? goodDays().map((day) => signPrivate(hash, state, day)) : [sign(hash)]
      return due.some((one) => isSame(signature, one))
    },
  }
}

/** As text, because several texts decode to the same bytes. */
function isSame(one: string, other: string): boolean {
  const [given, due] = [Buffer.from(one), Buffer.from(other)]
  return given.length === due.length && timingSafeEqual(given, due)
}
