import { z } from 'zod'
import { itemIdPattern, type ShopType, shopTypeOf } from './shops.ts'

/** A boolean as text: `Boolean('false')` is true, so only the two words count. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Any accepted spelling of a marketplace; the answer is the one name used inside. */
export const shopTypeParameter = z.string().transform((text, context): ShopType => {
  const shopType = shopTypeOf(text)
  if (shopType) return shopType
  // `continue` lets a union around this show the sentence instead of its own general one.
  context.issues.push({ code: 'custom', input: text, message: 'Unknown marketplace.', continue: true })
  return z.NEVER
})

export const itemIdParameter = z.string().regex(itemIdPattern, 'Not a product code.')
