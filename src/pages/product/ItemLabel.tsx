import { type ItemParams, shopLabels } from '#shared/shops.ts'

/** 'Taobao · item 652874751412', above the heading. */
export function ItemLabel({ item: { shopType, productCode } }: { item: ItemParams }) {
  return (
    <p className="label">
      {shopLabels[shopType]} · item <span className="num">{productCode}</span>
    </p>
  )
}
