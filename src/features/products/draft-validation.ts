import { normalizeTypedNumber } from '#shared/format/typed-number.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { getImages } from '#shared/items/variant-selection.ts'
import { addProductText } from './add-product-texts.ts'
import { formatPictures } from './picture-list.ts'
import { productLimits } from './texts-and-limits.ts'

/** The error of a product name, if any. */
export function validateProductName(text: string): string | undefined {
  const name = text.trim()
  if (name === '') return addProductText.noName
  return name.length > productLimits.name ? addProductText.longName : undefined
}

/** The error of a price in yuan, which may have two decimals, if any. */
export function validatePrice(text: string): string | undefined {
  const price = normalizeTypedNumber(text)
  if (price === '') return addProductText.noPrice
  return /^\d{1,7}(\.\d{1,2})?$/.test(price) ? undefined : addProductText.wrongPrice
}

/** The yuan of a valid price text. */
export function readPrice(text: string): number {
  return Number(normalizeTypedNumber(text))
}

/** The fields of a new product's form that a source can fill. */
export type DraftFields = { name: string; price: string; pictures: string }

export const emptyDraftFields: DraftFields = { name: '', price: '', pictures: '' }

/** A source's data as texts of the form. A price in another currency is left empty for the admin. */
export function toDraftFields({ title, price, currency, ...info }: ProductInfo): DraftFields {
  return {
    name: title,
    price: price !== null && currency === 'CNY' ? formatDraftPrice(price) : '',
    pictures: formatPictures(getImageChoices(info).slice(0, productLimits.pictures)),
  }
}

/** The images to choose from. The first is the default of §5: the first variant's image, else the first listed one. */
export function getImageChoices(info: Pick<ProductInfo, 'imgList' | 'skus'>): string[] {
  const variantImage = info.skus.find(({ imgUrl }) => imgUrl !== '')?.imgUrl
  return variantImage === undefined ? getImages(info) : [...new Set([variantImage, ...getImages(info)])]
}

/** '239', or '239.50' with decimals. */
export function formatDraftPrice(price: number): string {
  return Number.isInteger(price) ? String(price) : price.toFixed(2)
}
