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

/** One @, no spaces, ASCII only: an address in another script is written in its ASCII form, which mail carries. */
const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i

export const emailParameter = z
  .string()
  .trim()
  .max(254, 'Please enter a valid email address.')
  .regex(emailPattern, 'Please enter a valid email address.')

/** In a query `+` came as a space, which no address can hold. */
export const emailInQuery = z
  .string()
  .max(254)
  .transform((text) => text.trim().replaceAll(' ', '+'))

/** A name to be shown: no control characters, and none that turn the direction of what follows. */
export const nameParameter = z
  .string()
  .trim()
  .min(1, 'Please enter your name.')
  .max(80)
  .regex(/^[^\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u, 'This name cannot be used.')
