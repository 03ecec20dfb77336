import type { FieldError } from '#shared/field-error.ts'
import { addProductText } from './add-product-spec.ts'
import type { ProductInfo } from './contract.ts'
import { productLimits } from './spec.ts'
import { getImages } from './variants.ts'

export function nameProblem(text: string): FieldError {
  const name = text.trim()
  if (name === '') return addProductText.noName
  return name.length > productLimits.name ? addProductText.longName : undefined
}

/** Yuan, with two decimals at most. */
export function validatePrice(text: string): FieldError {
  const price = text.trim()
  if (price === '') return addProductText.noPrice
  return /^\d{1,7}(\.\d{1,2})?$/.test(price) ? undefined : addProductText.wrongPrice
}

/** What is typed into a new product's form, as far as a source can say it. */
export type DraftFields = { name: string; price: string; thumbnailImg: string }

export const noOffer: DraftFields = { name: '', price: '', thumbnailImg: '' }

/** What a source says of an item, as texts of the form; a price in another currency is left to the admin. */
export function toDraftFields({ title, price, currency, ...info }: ProductInfo): DraftFields {
  return {
    name: title,
    price: price !== null && currency === 'CNY' ? priceText(price) : '',
    thumbnailImg: getImageChoices(info)[0] ?? '',
  }
}

/** The pictures to choose from; first the one that §5 takes: the first variant's, else the first listed one. */
export function getImageChoices(info: Pick<ProductInfo, 'imgList' | 'skus'>): string[] {
  const first = info.skus.find(({ imgUrl }) => imgUrl !== '')?.imgUrl
  return first === undefined ? getImages(info) : [...new Set([first, ...getImages(info)])]
}

/** '239', and '239.50' where there is more to say. */
function priceText(price: number): string {
  return Number.isInteger(price) ? String(price) : price.toFixed(2)
}
