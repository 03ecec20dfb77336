import type { FieldError } from '#shared/field-error.ts'
import { normalizeTypedNumber } from '#shared/format/typed-number.ts'
import { addProductText } from './add-product-spec.ts'
import type { ProductInfo } from './contract.ts'
import { formatPictures } from './picture-list.ts'
import { productLimits } from './spec.ts'
import { getImages } from './variants.ts'

export function validateProductName(text: string): FieldError {
  const name = text.trim()
  if (name === '') return addProductText.noName
  return name.length > productLimits.name ? addProductText.longName : undefined
}

/** Yuan, with two decimals at most. */
export function validatePrice(text: string): FieldError {
  const price = normalizeTypedNumber(text)
  if (price === '') return addProductText.noPrice
  return /^\d{1,7}(\.\d{1,2})?$/.test(price) ? undefined : addProductText.wrongPrice
}

/** The amount of a text that is a price. */
export function readPrice(text: string): number {
  return Number(normalizeTypedNumber(text))
}

/** The fields of a new product's form that a source can fill. */
export type DraftFields = { name: string; price: string; pictures: string }

export const emptyDraftFields: DraftFields = { name: '', price: '', pictures: '' }

/** A source's data as texts of the form; a price in another currency is left to the admin. */
export function toDraftFields({ title, price, currency, ...info }: ProductInfo): DraftFields {
  return {
    name: title,
    price: price !== null && currency === 'CNY' ? formatPrice(price) : '',
    pictures: formatPictures(getImageChoices(info).slice(0, productLimits.pictures)),
  }
}

/** The images to choose from; first the default of §5: the first variant's, else the first listed one. */
export function getImageChoices(info: Pick<ProductInfo, 'imgList' | 'skus'>): string[] {
  const first = info.skus.find(({ imgUrl }) => imgUrl !== '')?.imgUrl
  return first === undefined ? getImages(info) : [...new Set([first, ...getImages(info)])]
}

/** '239', or '239.50' with decimals. */
export function formatPrice(price: number): string {
  return Number.isInteger(price) ? String(price) : price.toFixed(2)
}
