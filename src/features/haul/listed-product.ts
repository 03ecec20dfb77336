import type { Product } from '../products/contract.ts'
import type { HintedField } from './haul.ts'

/** The data of an item and its variant that can be added to the haul, from a product card or page. */
export type ListedProduct = Pick<
  Product,
  'shopType' | 'productCode' | 'name' | 'weight' | 'dimensions' | 'kind'
> & {
  sku: string | null
  /** 'Navy, 42'; empty when the item has no variants. */
  variant: string
  /** Null when unknown. */
  priceYuan: number | null
  /** A URL of this site; empty for none. */
  picture: string
  /** What only the visitor's own link or a member's reading stated. */
  hinted?: readonly HintedField[]
}

/** A catalog product with its shown variant. */
export function toListedProduct(product: Product): ListedProduct {
  const { shopType, productCode, name, weight, dimensions, kind } = product
  const { skuId: sku, name: variant, price: priceYuan, image: picture } = product.shown
  return { shopType, productCode, name, weight, dimensions, kind, sku, variant, priceYuan, picture }
}
