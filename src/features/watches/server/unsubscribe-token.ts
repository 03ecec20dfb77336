import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type ItemKey, itemIdPattern, shopTypes } from '#shared/marketplaces.ts'

/** Whose mails end, and about which item; without one, about every item. */
export type UnsubscribeTarget = { userId: string; item?: ItemKey | undefined }
export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>

const macBytes = 16
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Secrets of the links that end mails. Nothing is stored: a token is the HMAC of account and item, and both of them
 * enciphered with that HMAC as the start, so that only the site can make one and only the site can read it.
 */
export function createUnsubscribeTokens(secret: string) {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `watch-off ${use}`, 32))
  const [macKey, cipherKey] = [keyFor('mac'), keyFor('cipher')]
  const computeMac = (plain: Buffer) =>
    createHmac('sha256', macKey).update(plain).digest().subarray(0, macBytes)

  return {
    seal({ userId, item }: UnsubscribeTarget): string {
      const plain = Buffer.from(item ? `${userId} ${item.shopType} ${item.itemId}` : userId)
      const mac = computeMac(plain)
      const cipher = createCipheriv('aes-256-ctr', cipherKey, mac)
      return Buffer.concat([mac, cipher.update(plain), cipher.final()]).toString('base64url')
    },

    /** A token's content, undefined when the site did not sign it. */
    open(token: string): UnsubscribeTarget | undefined {
      const bytes = Buffer.from(token, 'base64url')
      // Other spellings of the same bytes are no tokens of ours.
      if (bytes.length <= macBytes || bytes.toString('base64url') !== token) return undefined
      const mac = bytes.subarray(0, macBytes)
      const cipher = createDecipheriv('aes-256-ctr', cipherKey, mac)
      const plain = Buffer.concat([cipher.update(bytes.subarray(macBytes)), cipher.final()])
      return timingSafeEqual(computeMac(plain), mac) ? parseTarget(plain.toString()) : undefined
    },
  }
}

function parseTarget(plain: string): UnsubscribeTarget | undefined {
  const [userId = '', shop, itemId] = plain.split(' ')
  if (!uuid.test(userId)) return undefined
  if (shop === undefined) return { userId }
  const shopType = shopTypes.find((one) => one === shop)
  return shopType && itemId && itemIdPattern.test(itemId) ? { userId, item: { shopType, itemId } } : undefined
}
