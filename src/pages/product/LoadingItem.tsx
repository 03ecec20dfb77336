import { ImagePlaceholder } from '#features/products/web/list/ImagePlaceholder.tsx'
import type { ItemParams } from '#shared/marketplaces.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { BuyBar, BuyPanel } from './BuyPanel.tsx'
import { ItemLabel } from './ItemLabel.tsx'

type LoadingItemProps = { item: ItemParams; name: string }

/** The page's main part while the information is loading: Buy works already. */
export function LoadingItem({ item, name }: LoadingItemProps) {
  return (
    <>
      <div className="product">
        <ImagePlaceholder isWaiting />
        <div className="product__info">
          <div>
            <ItemLabel item={item} />
            <h1 className="product__title">{name}</h1>
            <p className="product__waiting" role="status">
              <Spinner /> Loading…
            </p>
          </div>
          <BuyPanel item={item} name={name} />
        </div>
      </div>
      <BuyBar item={item} />
    </>
  )
}
