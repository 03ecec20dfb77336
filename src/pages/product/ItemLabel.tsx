import type { ItemKey } from '#features/products/web/queries.ts'
import { shopLabels } from '#shared/shops.ts'

/** 'Taobao · item 652874751412', above the heading. */
export function ItemLabel({ item: { shopType, productCode } }: { item: ItemKey }) {
  return (
    <p className="label">
      {shopLabels[shopType]} · item <span className="num">{productCode}</span>
    </p>
  )
}
