import { createHmac, hash as digest, timingSafeEqual } from 'node:crypto'
import { type PictureWidth, pictureWidths, plainWidth } from '#shared/image-urls.ts'
import { createBoundedCache } from '#shared/server/bounded-cache.ts'
import { DAY_MS } from '#shared/time.ts'
import { getImageIdentity } from '../image-identity.ts'
import type { UnapprovedPhoto } from '../image-registry.ts'
import { isOwnPath } from './sources.ts'
import type { PictureFormat } from './store.ts'

/** How many addresses are kept in memory. */
const remembered = 5_000

/** The name of a source in our addresses: 22 characters that say nothing about it, the same however it is signed. */
export function hashImageSource(source: string): string {
  return digest('sha256', getImageIdentity(source), 'buffer').subarray(0, 16).toString('base64url')
}

/** `state` stands in private addresses alone: the one of the photo that the address is good for. */
export type Named = {
  signature: string
  state: string | undefined
  width: PictureWidth
  hash: string
  format: PictureFormat
}
const written = /^\/img\/([\w-]{22})([\da-f-]{36}[\da-z]+)?\/(\d+)\/([\w-]{22})\.(webp|avif)$/

/** What stands in an address of the form of ours, whoever made it. */
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

/** The days on which a private address is good, the one on which it is made first. */
function goodDays(): [today: number, yesterday: number] {
  const today = Math.floor(Date.now() / DAY_MS)
  return [today, today - 1]
}

export type ImageUrls = ReturnType<typeof createImageUrls>

/**
 * Makes and checks our picture addresses: `/img/{signature}/{width}/{hash}.webp`. Nobody else can make one. Whoever
 * draws a page gets them with `fragmentOf` their hash behind them. A private one has the photo's state behind the
 * signature, and is good on the day it was made and on the next.
 */
export function createImageUrls(secret: string, fragmentOf = (_hash: string) => '') {
  const made = createBoundedCache<{ address: string; hash: string }>(remembered)
  const sign = (text: string) =>
    createHmac('sha256', secret).update(text).digest().subarray(0, 16).toString('base64url')
  const signPrivate = (hash: string, state: string, day: number) => sign(`${hash} ${state} ${day}`)
  return {
    /** Our address of a source; a path of our own pages stays as it is, nothing stays nothing. */
    addressOf(source: string): string {
      if (source === '' || isOwnPath(source)) return source
      const known = made.get(source)
      if (known) return known.address + fragmentOf(known.hash)
      const hash = hashImageSource(source)
      const address = `/img/${sign(hash)}/${plainWidth}/${hash}.webp`
      // Signing costs as much as drawing a card, and lists ask for the same pictures again and again.
      made.set(source, { address, hash })
      return address + fragmentOf(hash)
    },

    /** The address of a photo for those who may see it as long as its state is the given one. */
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
