import { parseTypedNumber } from '#shared/format/typed-number.ts'
import type { Product, ProductChange } from './contract.ts'
import { parseDimensions } from './dimensions.ts'
import { manageProductText } from './manage-spec.ts'
import { productLimits } from './spec.ts'

/** The texts that an admin types for a product. Each may be empty (§5). */
export type DetailTexts = { weight: string; shippingTime: string; dimensions: string }

/** The error of a weight, if any. */
export function validateWeight(text: string): string | undefined {
  return validateWholeNumber(text, {
    min: 1,
    max: productLimits.grams,
    message: manageProductText.wrongWeight,
  })
}

/** The error of a shipping time, if any. */
export function validateShippingTime(text: string): string | undefined {
  const range = { min: 0, max: productLimits.shippingDays }
  return validateWholeNumber(text, { ...range, message: manageProductText.wrongShippingTime })
}

/** The error of dimensions, if any. */
export function validateDimensions(text: string): string | undefined {
  const typed = text.trim()
  return typed === '' || parseDimensions(typed) ? undefined : manageProductText.wrongDimensions
}

/** Normalizes a typed whole number. Separators in '1.200' and '1,200' can only mean thousands. */
export function normalizeWhole(text: string): string {
  return parseTypedNumber(text)[0]
}

type WholeNumberRange = { min: number; max: number; message: string }

function validateWholeNumber(text: string, { min, max, message }: WholeNumberRange): string | undefined {
  const typed = normalizeWhole(text)
  if (typed === '') return undefined
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN
  return number >= min && number <= max ? undefined : message
}

type ProductDetails = Pick<Product, 'name' | 'weight' | 'shippingTime' | 'dimensions' | 'version'>

/** The fields to send (§5): those that are not empty. A field whose value was cleared is sent as null. */
export function getChangedDetails(
  current: ProductDetails,
  typed: DetailTexts & { name: string },
): ProductChange {
  const name = typed.name.trim()
  const weight = normalizeWhole(typed.weight)
  const shippingTime = normalizeWhole(typed.shippingTime)
  const dimensions = typed.dimensions.trim()
  return {
    ...(name !== '' && { name }),
    ...toSentField('weight', weight === '' ? null : Number(weight), current.weight),
    ...toSentField('shippingTime', shippingTime === '' ? null : Number(shippingTime), current.shippingTime),
    ...toSentField('dimensions', dimensions || null, current.dimensions),
    version: current.version,
  }
}

function toSentField<K extends string, V>(
  name: K,
  value: V | null,
  current: V | null,
): { [N in K]?: V | null } {
  const isOmitted = value === null && current === null
  return isOmitted ? {} : ({ [name]: value } as { [N in K]?: V | null }) // TypeScript types a computed key as string
}
