import './ShippingSection.css'
import { ArrowRight } from 'lucide-react'
import { useRef } from 'react'
import { buildEstimateUrl } from '#features/shipping/estimate-search.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useNearViewport } from '#shared/web/hooks/use-near-viewport.ts'
import { describeMeasurements, type MeasuredProduct, toEstimateSearch } from './estimate-prefill.ts'

const loadDesk = async () => (await import('./ItemShippingEstimate.tsx')).ItemShippingEstimate

type ShippingSectionProps = { name: string; product: MeasuredProduct }

/**
 * §2: what shipping the item costs. The form loads when it is near; until then, and without script, a link
 * leads to one.
 */
export function ShippingSection({ name, product }: ShippingSectionProps) {
  const section = useRef<HTMLElement>(null)
  const Desk = useLazyComponent(loadDesk, useNearViewport(section))
  return (
    <section className="section" id="shipping" aria-labelledby="shipping-heading" ref={section}>
      <div className="section__head">
        <h2 id="shipping-heading">Shipping</h2>
        <a className="shipping-section__link" href={buildEstimateUrl(toEstimateSearch(product))}>
          {Desk ? 'Open the calculator' : 'Estimate shipping'}
          <ArrowRight className="icon icon--s" aria-hidden />
        </a>
      </div>
      <div className="section__rule ruler-ticks" aria-hidden />
      <p className="shipping-section__known">{describeMeasurements(product)}</p>
      <div className="shipping-section__desk">{Desk && <Desk name={name} product={product} />}</div>
    </section>
  )
}
