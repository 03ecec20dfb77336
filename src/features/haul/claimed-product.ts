import type { LinkNote } from '../../shared/items/link-hints.ts'
import { formatItemNumber, type ItemParams } from '../../shared/marketplaces.ts'
import type { ItemKind } from '../freight/kind-contract.ts'
import type { HintedField } from './haul.ts'
import type { ListedProduct } from './listed-product.ts'

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
