import { type ItemParams, marketplaceLabels } from '#shared/marketplaces.ts'

/** 'Taobao · item 652874751412', above the heading. */
export function ItemLabel({ item: { shopType, productCode } }: { item: ItemParams }) {
  return (
    <p className="label">
      <span>{`${marketplaceLabels[shopType]} · item `}</span>
      <span className="tabular-nums">{productCode}</span>
    </p>
  )
}
