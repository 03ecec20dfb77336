import { createHmac, hash as digest, timingSafeEqual } from 'node:crypto'
import { type PictureWidth, pictureWidths, plainWidth } from '#shared/pictures.ts'
import { pictureName } from '../picture-name.ts'
import { isOwnPath } from './sources.ts'
import type { PictureFormat } from './store.ts'

/** How many addresses are kept in memory. */
const remembered = 5_000

/** The name of a source in our addresses: 22 characters that say nothing about it, the same however it is signed. */
export function hashOf(source: string): string {
  return digest('sha256', pictureName(source), 'buffer').subarray(0, 16).toString('base64url')
}

type Named = { signature: string; width: PictureWidth; hash: string; format: PictureFormat }
const written = /^\/img\/([^/]+)\/(\d+)\/([A-Za-z0-9_-]{22})\.(webp|avif)$/

/** What stands in an address of the form of ours, whoever made it. */
export function readAddress(address: string): Named | undefined {
  const [, signature, digits, hash, ending] = written.exec(address) ?? []
  const width = pictureWidths.find((known) => String(known) === digits)
  const format = ending === 'avif' ? 'avif' : 'webp'
  return signature && width && hash ? { signature, width, hash, format } : undefined
}

export type PictureAddresses = ReturnType<typeof createPictureAddresses>

/**
 * Makes and checks our picture addresses: `/img/{signature}/{width}/{hash}.webp`. Nobody else can make one. Whoever
 * draws a page gets them with `fragmentOf` their hash behind them.
 */
export function createPictureAddresses(secret: string, fragmentOf = (_hash: string) => '') {
  const made = new Map<string, { address: string; hash: string }>()
  const sign = (hash: string) =>
    createHmac('sha256', secret).update(hash).digest().subarray(0, 16).toString('base64url')
  return {
    /** Our address of a source; a path of our own pages stays as it is, nothing stays nothing. */
    addressOf(source: string): string {
      if (source === '' || isOwnPath(source)) return source
      const known = made.get(source)
      if (known) return known.address + fragmentOf(known.hash)
      const hash = hashOf(source)
      const address = `/img/${sign(hash)}/${plainWidth}/${hash}.webp`
      // Signing costs as much as drawing a card, and lists ask for the same pictures again and again.
      if (made.size >= remembered) made.clear()
      made.set(source, { address, hash })
      return address + fragmentOf(hash)
    },

    /** Takes the same time for every signature of the right length. */
    isSigned(signature: string, hash: string): boolean {
      // As text, because several texts decode to the same bytes.
      const given = Buffer.from(signature)
      const due = Buffer.from(sign(hash))
      return given.length === due.length && timingSafeEqual(given, due)
    },
  }
}
