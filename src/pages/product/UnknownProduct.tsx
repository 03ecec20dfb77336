import type { ItemParams } from '#shared/marketplaces.ts'
import './UnknownProduct.css'
import { lazy, Suspense } from 'react'
import { type ListedProduct, toListedProduct } from '#features/haul/listed-product.ts'
import type { Product } from '#features/products/contract.ts'
import { productText } from '#features/products/spec.ts'
import { ItemMeasurements } from '#features/products/web/details/ItemMeasurements.tsx'
import { ImagePlaceholder } from '#features/products/web/list/ImagePlaceholder.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { AdminProductSlot } from './admin/AdminProductSlot.tsx'
import { BuyBar, BuyPanel } from './BuyPanel.tsx'
import { ItemLabel } from './ItemLabel.tsx'
import { ReasonText } from './ReasonText.tsx'
import { LazyShippingSummary } from './shipping/LazyShippingSummary.tsx'

export type UnknownState = 'loading' | 'not-found' | 'unavailable' | 'no-source'

type UnknownProductProps = {
  item: ItemParams
  /** The catalogue's name, or marketplace and number. */
  name: string
  product: Product | null
  state: UnknownState
  /** A lookup is in progress. */
  isBusy: boolean
  onRetry: () => void
}

const loadReason = () => import('./NotFoundReason.tsx')

/** Few items are not found, so its code is in no other first load. */
const NotFoundReason = import.meta.env.SSR
  ? (await loadReason()).NotFoundReason
  : lazy(async () => ({ default: (await loadReason()).NotFoundReason }))

/** An item without information: the page says why it is missing, and still offers Buy. */
export function UnknownProduct(props: UnknownProductProps) {
  const { item, name, product, state, isBusy, onRetry } = props
  const listed = state === 'no-source' || state === 'unavailable' ? toListed(item, name, product) : undefined
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
          <BuyPanel item={item} name={name} listed={listed} showsAgents />
          {product && <LazyShippingSummary product={product} name={name} price={product.shown.price} />}
          <ItemMeasurements product={product} />
          <AdminProductSlot item={item} product={product} source={null} />
        </div>
      </div>
      <BuyBar item={item} listed={listed} />
    </>
  )
}

/** The haul takes it with what we list of it; the planner asks for its weight. */
function toListed(item: ItemParams, name: string, product: Product | null): ListedProduct {
  const unknown = { priceYuan: null, weight: null, dimensions: null, sku: null, variant: '', picture: '' }
  return product ? toListedProduct(product) : { ...unknown, ...item, name }
}

/** The heading and the hint of a URL that can be no item at all. */
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

function Reason({ state, isBusy, onRetry }: Pick<UnknownProductProps, 'state' | 'isBusy' | 'onRetry'>) {
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
