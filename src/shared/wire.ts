import { z } from 'zod'
import { capMarks } from '#shared/format/cap-marks.ts'
import { hasVisibleText, plainLine } from '#shared/format/plain-text.ts'
import { itemIdPattern, parseShopType, type ShopType } from './marketplaces.ts'

/** A boolean as text. Only the two words are accepted, since `Boolean('false')` is true. */
export const flagParameter = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Any accepted spelling of a marketplace, parsed to its internal name. */
export const shopTypeParameter = z.string().transform((text, context): ShopType => {
  const shopType = parseShopType(text)
  if (shopType) return shopType
  // `continue` lets a union around this show the message instead of its own general one.
  context.issues.push({ code: 'custom', input: text, message: 'Unknown marketplace.', continue: true })
  return z.NEVER
})

export const itemIdParameter = z.string().regex(itemIdPattern, 'Invalid product code.')

/** A variant's id as its source writes it. */
export const skuParameter = z.string().min(1).max(200).regex(plainLine, 'Invalid sku.')

/** One @, no spaces, ASCII only: internationalized domains are written in their ASCII form. */
const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i

export const emailParameter = z
  .string()
  .trim()
  .max(254, 'Please enter a valid email address.')
  .regex(emailPattern, 'Please enter a valid email address.')

/** URL parsing turns `+` into a space, which no email address contains. */
export const emailInQuery = z
  .string()
  .max(254)
  .transform((text) => text.trim().replaceAll(' ', '+'))

/** The part of a list: `limit` rows, from a page on or after the cursor of the previous page. */
export function pageParameters(maxLimit: number) {
  return {
    limit: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, 'A number from 1 on.')
      .transform(Number)
      .pipe(z.number().max(maxLimit))
      .optional(),
    page: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, 'page must be a whole number from 1 on.')
      .transform(Number)
      .optional(),
    /** From the `Link` header; takes precedence over `page`. */
    cursor: z
      .string()
      .regex(/^[\w-]{1,200}$/, 'This cursor is not one of ours.')
      .optional(),
  }
}

/** A line of text with at least one visible character. */
export function lineParameter({
  max,
  requiredMessage,
  invalidMessage,
}: {
  max: number
  requiredMessage: string
  invalidMessage: string
}) {
  return z
    .string()
    .trim()
    .overwrite(capMarks)
    .min(1, { error: requiredMessage, abort: true })
    .refine(hasVisibleText, { error: requiredMessage, abort: true })
    .max(max)
    .regex(plainLine, invalidMessage)
}

/** A line of text that may be left empty; null then. */
export function optionalLineParameter(max: number) {
  const text = z.string().trim().overwrite(capMarks).max(max).regex(plainLine, 'This text cannot be used.')
  return text.transform((line) => (hasVisibleText(line) ? line : null)).nullish()
}

export const nameParameter = lineParameter({
  max: 80,
  requiredMessage: 'Please enter your name.',
  invalidMessage: "This name contains characters we can't accept.",
})

/** The position in a list, from 1 on. */
export const positionParameter = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'Position must be a whole number of 1 or more.')
  .transform(Number)

/** The version of a row that the editor loaded; saving an older version returns 409. */
export const versionParameter = z.int().min(1)
