import './ShippingSection.css'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { categoriesQuery } from '#features/freight/web/queries.ts'
import { buildEstimateUrl } from '#features/shipping/estimate-search.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useNearViewport } from '#shared/web/hooks/use-near-viewport.ts'
import { describeMeasurements, type MeasuredProduct, toEstimateSearch } from './estimate-prefill.ts'

const loadDesk = async () => (await import('./ItemShippingEstimate.tsx')).ItemShippingEstimate

type ShippingSectionProps = { name: string; product: MeasuredProduct }

/**
 * §2: what shipping the item costs. The answer loads when it is near; until then, and without script, a link leads to
 * the calculator.
 */
export function ShippingSection({ name, product }: ShippingSectionProps) {
  const section = useRef<HTMLElement>(null)
  const [search, setSearch] = useState(() => toEstimateSearch(product))
  const isNear = useNearViewport(section)
  const Desk = useLazyComponent(loadDesk, isNear)
  // The category's name decides how many rows the chips take, so they come with it; or without, once that has failed.
  const { isPending, failureCount } = useQuery({ ...categoriesQuery(), enabled: isNear })
  const isReady = !isPending || failureCount > 0
  return (
    <section className="section" id="shipping" aria-labelledby="shipping-heading" ref={section}>
      <div className="section__head">
        <h2 id="shipping-heading">Shipping</h2>
        <a className="shipping-section__link" href={buildEstimateUrl(search)}>
          <span>{Desk ? 'Open the calculator' : 'Estimate shipping'}</span>
          <ArrowRight className="icon icon--s" aria-hidden />
        </a>
      </div>
      <div className="section__rule ruler-ticks" aria-hidden />
      <div className="shipping-section__desk" data-drawn={search.length !== undefined || undefined}>
        {Desk && isReady ? (
          <Desk name={name} product={product} onSearch={setSearch} />
        ) : (
          <p className="shipping-section__known">{describeMeasurements(product)}</p>
        )}
      </div>
    </section>
  )
}
