import { parseTypedMeasure } from '#shared/format/typed-measure.ts'
import { parseTypedNumber } from '#shared/format/typed-number.ts'
import { parseDimensions } from './dimensions.ts'
import { manageProductText } from './manage-texts.ts'
import { productLimits } from './texts-and-limits.ts'

/** The texts that an admin types for a product. Each may be empty (§5). */
export type DetailTexts = { weight: string; shippingTime: string; dimensions: string }

/** The error of a weight, if any. */
export function validateWeight(text: string): string | undefined {
  return validateWholeNumber(normalizeGrams(text), {
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

/** Normalizes a typed weight to grams: '1,5 kg' is '1500'. */
export function normalizeGrams(text: string): string {
  return parseTypedMeasure(text, 'g')[0]
}

type WholeNumberRange = { min: number; max: number; message: string }

function validateWholeNumber(text: string, { min, max, message }: WholeNumberRange): string | undefined {
  const typed = normalizeWhole(text)
  if (typed === '') return undefined
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN
  return number >= min && number <= max ? undefined : message
}
