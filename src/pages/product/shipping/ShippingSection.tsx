import './ShippingSection.css'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import type { ItemKind } from '#features/freight/kind-contract.ts'
import { categoriesQuery } from '#features/freight/web/queries.ts'
import { buildEstimateUrl } from '#features/shipping/estimate-search.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useNearViewport } from '#shared/web/hooks/use-near-viewport.ts'
import { describeMeasurements, type MeasuredProduct, toEstimateSearch } from './estimate-prefill.ts'

const loadEstimate = async () => (await import('./ItemShippingEstimate.tsx')).ItemShippingEstimate
const loadUnknown = async () => (await import('../unknown/UnknownItem.tsx')).loadShipping()

type EstimateProps = ComponentProps<Awaited<ReturnType<typeof loadUnknown>>>

type ShippingSectionProps = {
  item: ItemParams
  product: MeasuredProduct
  kind: ItemKind | null
  /** The item has no information. */
  isUnknown: boolean
}

/**
 * The shipping costs of the item (§2). They load when the section is near the viewport. Before that, and without JavaScript, a
 * link leads to the calculator.
 */
export function ShippingSection({ item, product, kind, isUnknown }: ShippingSectionProps) {
  const section = useRef<HTMLElement>(null)
  const [search, setSearch] = useState(() => toEstimateSearch(product))
  const isNear = useNearViewport(section)
  const Estimate = useLazyComponent<EstimateProps>(
    isUnknown && (product?.weight == null || product.isReadByMember) ? loadUnknown : loadEstimate,
    isNear,
  )
  // The length of the category's name decides the number of chip rows, so the estimate waits until it has loaded or failed.
  const { isPending, failureCount } = useQuery({ ...categoriesQuery(), enabled: isNear })
  const isReady = !isPending || failureCount > 0
  return (
    <section className="section" id="shipping" aria-labelledby="shipping-heading" ref={section}>
      <div className="section__head">
        <h2 id="shipping-heading">Shipping</h2>
        <a className="shipping-section__link" href={buildEstimateUrl(search)}>
          <span>{Estimate ? 'Open the calculator' : 'Estimate shipping'}</span>
          <ArrowRight className="icon icon--s" aria-hidden />
        </a>
      </div>
      <div className="section__rule ruler-ticks" aria-hidden />
      <div className="shipping-section__desk" data-drawn={search.length !== undefined || undefined}>
        {Estimate && isReady ? (
          <Estimate item={item} kind={kind} product={product} onSearch={setSearch} />
        ) : (
          <p className="shipping-section__known">{describeMeasurements(product)}</p>
        )}
      </div>
    </section>
  )
}
