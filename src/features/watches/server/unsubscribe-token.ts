import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type ItemKey, itemIdPattern, shopTypes } from '#shared/marketplaces.ts'

/** The account whose emails stop, and the item; without an item, emails about all items stop. */
export type UnsubscribeTarget = { userId: string; item?: ItemKey | undefined }
export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>

const macBytes = 16
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Tokens of the links that stop emails. Nothing is stored: a token is the HMAC of account and item, followed by both,
 * encrypted with the HMAC as the initialization vector. Only this site can create and read one.
 */
export function createUnsubscribeTokens(secret: string) {
  const deriveKey = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `watch-off ${use}`, 32))
  const [macKey, cipherKey] = [deriveKey('mac'), deriveKey('cipher')]
  const computeMac = (plain: Buffer) =>
    createHmac('sha256', macKey).update(plain).digest().subarray(0, macBytes)

  return {
    seal({ userId, item }: UnsubscribeTarget): string {
      const plain = Buffer.from(item ? `${userId} ${item.shopType} ${item.itemId}` : userId)
      const mac = computeMac(plain)
      const cipher = createCipheriv('aes-256-ctr', cipherKey, mac)
      return Buffer.concat([mac, cipher.update(plain), cipher.final()]).toString('base64url')
    },

    /** Reads a token; undefined when this site did not create it. */
    open(token: string): UnsubscribeTarget | undefined {
      const bytes = Buffer.from(token, 'base64url')
      // Several base64url texts decode to the same bytes; only the canonical one is valid.
      if (bytes.length <= macBytes || bytes.toString('base64url') !== token) return undefined
      const mac = bytes.subarray(0, macBytes)
      const cipher = createDecipheriv('aes-256-ctr', cipherKey, mac)
      const plain = Buffer.concat([cipher.update(bytes.subarray(macBytes)), cipher.final()])
      return timingSafeEqual(computeMac(plain), mac) ? parseTarget(plain.toString()) : undefined
    },
  }
}

function parseTarget(plain: string): UnsubscribeTarget | undefined {
  const [userId = '', shopText, itemId] = plain.split(' ')
  if (!uuid.test(userId)) return undefined
  if (shopText === undefined) return { userId }
  const shopType = shopTypes.find((type) => type === shopText)
  return shopType && itemId && itemIdPattern.test(itemId) ? { userId, item: { shopType, itemId } } : undefined
}
