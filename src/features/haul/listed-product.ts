import type { LinkNote } from '../../shared/items/link-hints.ts'
import { formatItemNumber, type ItemParams } from '../../shared/marketplaces.ts'
import type { ItemKind } from '../freight/kind-contract.ts'
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
  /** What only the visitor's own link stated. */
  hinted?: readonly HintedField[]
}

/** A catalog product with its shown variant. */
export function toListedProduct(product: Product): ListedProduct {
  const { shopType, productCode, name, weight, dimensions, kind } = product
  const { skuId: sku, name: variant, price: priceYuan, image: picture } = product.shown
  return { shopType, productCode, name, weight, dimensions, kind, sku, variant, priceYuan, picture }
}

/**
 * Unconfirmed values of an item without information. `isKindChosen` is true when the visitor chose the kind, false when it
 * was guessed from the title.
 */
export type ItemClaim = Pick<LinkNote, 'title' | 'price' | 'currency'> & {
  kind: ItemKind | null
  isKindChosen?: boolean
  /** Grams, and `LxWxH` in cm, as the visitor entered them. */
  weight?: number | null
  dimensions?: string | null
}

/** An item without information, with its unconfirmed values. Marks the values that come from the visitor's own link. */
export function toClaimedProduct(item: ItemParams, claim: ItemClaim): ListedProduct {
  const { shopType, productCode } = item
  const { title, price, currency, kind, isKindChosen = false, weight = null, dimensions = null } = claim
  const priceYuan = currency === 'CNY' ? price : null
  const hinted: HintedField[] = []
  if (title) hinted.push('name')
  if (priceYuan !== null) hinted.push('priceFen')
  if (kind && !isKindChosen) hinted.push('category')
  return {
    shopType,
    productCode,
    name: title ?? formatItemNumber(item),
    weight,
    dimensions,
    kind,
    sku: null,
    variant: '',
    priceYuan,
    picture: '',
    ...(hinted.length > 0 && { hinted }),
  }
}
