import type { Product } from '../products/contract.ts'

/** What a card or a page says of an item that may go into the haul, and of which variant. */
export type ListedProduct = Pick<Product, 'shopType' | 'productCode' | 'name' | 'weight' | 'dimensions'> & {
  sku: string | null
  /** 'Navy, 42'; empty where there is nothing to choose. */
  variant: string
  /** In yuan. */
  price: number | null
  /** A URL of ours; empty for none. */
  picture: string
}

/** A product of a list, by its shown variant. */
export function toListedProduct(product: Product): ListedProduct {
  const { shopType, productCode, name, weight, dimensions, shown } = product
  const { skuId: sku, name: variant, price, image: picture } = shown
  return { shopType, productCode, name, weight, dimensions, sku, variant, price, picture }
}
