import { createHmac, hash as digest, timingSafeEqual } from 'node:crypto'
import { plainWidth } from '#shared/pictures.ts'
import { isOwnPath } from './sources.ts'

/** The name of a source in our addresses: 22 characters that say nothing about it. */
export function hashOf(source: string): string {
  return digest('sha256', source, 'buffer').subarray(0, 16).toString('base64url')
}

/** Makes and checks our picture addresses: `/img/{signature}/{width}/{hash}.webp`. Nobody else can make one. */
export function createPictureAddresses(secret: string) {
  const sign = (hash: string) => createHmac('sha256', secret).update(hash).digest().subarray(0, 16)
  return {
    /** Our address of a source; a path of our own pages stays as it is, nothing stays nothing. */
    addressOf(source: string): string {
      if (source === '' || isOwnPath(source)) return source
      const hash = hashOf(source)
      return `/img/${sign(hash).toString('base64url')}/${plainWidth}/${hash}.webp`
    },

    /** Takes the same time for every signature of the right length. */
    isSigned(signature: string, hash: string): boolean {
      const given = Buffer.from(signature, 'base64url')
      const due = sign(hash)
      return signature.length === 22 && given.length === due.length && timingSafeEqual(given, due)
    },
  }
}
