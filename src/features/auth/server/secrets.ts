import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, safe in an address, a header and a cookie. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a secret. A plain hash is enough, because nobody can guess 256 bits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
