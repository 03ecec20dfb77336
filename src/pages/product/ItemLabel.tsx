import { type ItemParams, marketplaceLabels } from '#shared/marketplaces.ts'

/** The line above the heading: 'Taobao · item 652874751412'. */
export function ItemLabel({ item: { shopType, productCode } }: { item: ItemParams }) {
  return (
    <p className="label">
      <span>{`${marketplaceLabels[shopType]} · item `}</span>
      <span className="tabular-nums">{productCode}</span>
    </p>
  )
}
