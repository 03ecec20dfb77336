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
  /** A member read title and price; otherwise the visitor's own link states them. */
  isReadByMember?: boolean
  /** Grams, and `LxWxH` in cm, as the visitor entered them, or grams as a member read them. */
  weight?: number | null
  dimensions?: string | null
}

/** An item without information, with its unconfirmed values, which are marked. */
export function toClaimedProduct(item: ItemParams, claim: ItemClaim): ListedProduct {
  const { shopType, productCode } = item
  const { title, price, currency, kind, weight = null, dimensions = null } = claim
  const { isKindChosen = false, isReadByMember = false } = claim
  const priceYuan = currency === 'CNY' ? price : null
  const hinted: HintedField[] = []
  if (title) hinted.push('name')
  if (priceYuan !== null) hinted.push('priceFen')
  if (kind && !isKindChosen) hinted.push('category')
  if (hinted.length > 0 && isReadByMember) hinted.push('member')
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
