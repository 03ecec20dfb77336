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
import { ReasonText } from './ReasonText.tsx'
import { LazyShippingSummary } from './shipping/LazyShippingSummary.tsx'

export type MissingInfoState = 'loading' | 'not-found' | 'unavailable' | 'no-source'

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

const loadReason = () => import('./NotFoundReason.tsx')

/** Lazy, because few pages need it. */
const NotFoundReason = import.meta.env.SSR
  ? (await loadReason()).NotFoundReason
  : lazy(async () => ({ default: (await loadReason()).NotFoundReason }))

/** The page's main part for an item without information: the reason, and still the Buy button. */
export function ProductWithoutInfo(props: ProductWithoutInfoProps) {
  const { item, name, product, state, isBusy, onRetry } = props
  const haulItem =
    state === 'no-source' || state === 'unavailable' ? createListedProduct(item, name, product) : undefined
  return (
    <>
      <div className="product">
        <ImagePlaceholder isWaiting={state === 'loading'} />
        <div className="product__info">
          <div>
            <ItemLabel item={item} />
            <h1 className="product__title">{state === 'not-found' ? productText.notFound : name}</h1>
            <Reason state={state} isBusy={isBusy} onRetry={onRetry} />
          </div>
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

function Reason({ state, isBusy, onRetry }: Pick<ProductWithoutInfoProps, 'state' | 'isBusy' | 'onRetry'>) {
  switch (state) {
    case 'loading':
      return (
        <p className="product__waiting" role="status">
          <Spinner /> Loading…
        </p>
      )
    case 'not-found':
      return (
        <Suspense>
          <NotFoundReason />
        </Suspense>
      )
    case 'unavailable':
      return (
        <ReasonText
          text={productText.unavailable}
          help="We can't load the details right now. You can still buy."
        >
          <button type="button" className="btn" aria-busy={isBusy || undefined} onClick={onRetry}>
            {isBusy && <Spinner />}
            <span>Try Again</span>
          </button>
        </ReasonText>
      )
    case 'no-source':
      return (
        <ReasonText
          text={productText.noSource}
          help="See the title, price and variants on your agent's site."
        />
      )
  }
}
