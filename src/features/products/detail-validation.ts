import { readTypedNumber } from '#shared/format/typed-number.ts'
import type { Product, ProductChange } from './contract.ts'
import { parseDimensions } from './dimensions.ts'
import { manageProductText } from './manage-spec.ts'
import { productLimits } from './spec.ts'

/** What an admin types of a product: all of it may be left empty (§5). */
export type DetailTexts = { weight: string; shippingTime: string; dimensions: string }

/** Why a weight cannot be sent; undefined when it can. */
export function validateWeight(text: string): string | undefined {
  return validateWholeNumber(text, {
    from: 1,
    to: productLimits.grams,
    sentence: manageProductText.wrongWeight,
  })
}

export function validateShippingTime(text: string): string | undefined {
  const range = { from: 0, to: productLimits.shippingDays }
  return validateWholeNumber(text, { ...range, sentence: manageProductText.wrongShippingTime })
}

export function validateDimensions(text: string): string | undefined {
  const typed = text.trim()
  return typed === '' || parseDimensions(typed) ? undefined : manageProductText.wrongDimensions
}

/** Only whole numbers are asked for, so '1.200' and '1,200' can but be thousands. */
export function normalizeWhole(text: string): string {
  return readTypedNumber(text)[0]
}

type WholeNumberRange = { from: number; to: number; sentence: string }

function validateWholeNumber(text: string, { from, to, sentence }: WholeNumberRange): string | undefined {
  const typed = normalizeWhole(text)
  if (typed === '') return undefined
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN
  return number >= from && number <= to ? undefined : sentence
}

type ProductDetails = Pick<Product, 'name' | 'weight' | 'shippingTime' | 'dimensions' | 'version'>

/** §5: only fields that are not empty are sent; one that had a value and was emptied is sent as null. */
export function getChangedDetails(
  known: ProductDetails,
  typed: DetailTexts & { name: string },
): ProductChange {
  const name = typed.name.trim()
  const weight = normalizeWhole(typed.weight)
  const shippingTime = normalizeWhole(typed.shippingTime)
  const dimensions = typed.dimensions.trim()
  return {
    ...(name !== '' && { name }),
    ...toSentField('weight', weight === '' ? null : Number(weight), known.weight),
    ...toSentField('shippingTime', shippingTime === '' ? null : Number(shippingTime), known.shippingTime),
    ...toSentField('dimensions', dimensions || null, known.dimensions),
    version: known.version,
  }
}

function toSentField<K extends string, V>(
  name: K,
  value: V | null,
  known: V | null,
): { [N in K]?: V | null } {
  const isLeftOut = value === null && known === null
  return isLeftOut ? {} : ({ [name]: value } as { [N in K]?: V | null }) // a computed key is a plain string to tsc
}
