import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, safe in a URL, a header and a cookie. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a secret. A plain hash is enough, because 256 bits cannot be guessed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
