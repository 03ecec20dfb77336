import type { ItemParams } from '#shared/marketplaces.ts'
import './ProductWithoutInfo.css'
import { lazy, Suspense } from 'react'
import { type ListedProduct, toListedProduct } from '#features/haul/listed-product.ts'
import type { Product } from '#features/products/contract.ts'
import { productText } from '#features/products/texts-and-limits.ts'
import { ItemMeasurements } from '#features/products/web/details/ItemMeasurements.tsx'
import { ImagePlaceholder } from '#features/products/web/list/ImagePlaceholder.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { AdminProductSlot } from './admin/AdminProductSlot.tsx'
import { BuyBar, BuyPanel } from './BuyPanel.tsx'
import { ItemLabel } from './ItemLabel.tsx'
import { LazyShippingSummary } from './shipping/LazyShippingSummary.tsx'

export type MissingInfoState = 'loading' | 'not-found' | 'walled' | 'unavailable' | 'no-source'

type ProductWithoutInfoProps = {
  item: ItemParams
  /** The product's name, or marketplace and item number. */
  name: string
  product: Product | null
  state: MissingInfoState
  /** A lookup is in progress. */
  isBusy: boolean
  onRetry: () => void
}

const loadMissingInfo = () => import('./MissingInfo.tsx')

/** Lazy, because few pages need them. */
const MissingInfo = import.meta.env.SSR
  ? (await loadMissingInfo()).MissingInfo
  : lazy(async () => ({ default: (await loadMissingInfo()).MissingInfo }))
const NotFoundReason = import.meta.env.SSR
  ? (await loadMissingInfo()).NotFoundReason
  : lazy(async () => ({ default: (await loadMissingInfo()).NotFoundReason }))

/** The page's main part for an item without information: the reason, and still the Buy button. */
export function ProductWithoutInfo(props: ProductWithoutInfoProps) {
  const { item, name, product, state, isBusy, onRetry } = props
  const haulItem =
    state !== 'loading' && state !== 'not-found' ? createListedProduct(item, name, product) : undefined
  return (
    <>
      <div className="product">
        <ImagePlaceholder isWaiting={state === 'loading'} />
        <div className="product__info">
          {state === 'loading' ? (
            <LoadingInfo item={item} name={name} />
          ) : (
            <Suspense fallback={<LoadingInfo item={item} name={name} />}>
              <MissingInfo item={item} name={name} state={state} isBusy={isBusy} onRetry={onRetry} />
            </Suspense>
          )}
          <BuyPanel item={item} name={name} haulItem={haulItem} showsAgents />
          {product && <LazyShippingSummary product={product} price={product.shown.price} />}
          <ItemMeasurements product={product} />
          <AdminProductSlot item={item} product={product} sourceLabel={null} />
        </div>
      </div>
      <BuyBar item={item} haulItem={haulItem} />
    </>
  )
}

/** The item for the haul, with the product's data if there is one. The planner asks for a missing weight. */
function createListedProduct(item: ItemParams, name: string, product: Product | null): ListedProduct {
  const emptyFields = {
    priceYuan: null,
    weight: null,
    dimensions: null,
    kind: null,
    sku: null,
    variant: '',
    picture: '',
  }
  return product ? toListedProduct(product) : { ...emptyFields, ...item, name }
}

/** The page's content for a URL that cannot be an item. */
export function NoProduct() {
  return (
    <div className="product">
      <ImagePlaceholder />
      <div className="product__info">
        <div>
          <h1 className="product__title">{productText.notFound}</h1>
          <Suspense>
            <NotFoundReason />
          </Suspense>
        </div>
      </div>
    </div>
  )
}

function LoadingInfo({ item, name }: Pick<ProductWithoutInfoProps, 'item' | 'name'>) {
  return (
    <div>
      <ItemLabel item={item} />
      <h1 className="product__title">{name}</h1>
      <p className="product__waiting" role="status">
        <Spinner /> Loading…
      </p>
    </div>
  )
}
