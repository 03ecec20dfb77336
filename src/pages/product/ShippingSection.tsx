import './ShippingSection.css'
import { ArrowRight } from 'lucide-react'
import { useRef } from 'react'
import { estimateAddress } from '#features/shipping/estimate-search.ts'
import { useLater } from '#shared/web/use-later.ts'
import { useNear } from '#shared/web/use-near.ts'
import { type Measured, measuresOf, measureWords } from './measures.ts'

const loadDesk = async () => (await import('./ShippingDesk.tsx')).ShippingDesk

type ShippingSectionProps = { name: string; product: Measured }

/** §2: what shipping the item costs. The form comes when it is near; until then, and without script, a link leads to one. */
export function ShippingSection({ name, product }: ShippingSectionProps) {
  const section = useRef<HTMLElement>(null)
  const Desk = useLater(loadDesk, useNear(section))
  return (
    <section className="section" id="shipping" aria-labelledby="shipping-heading" ref={section}>
      <div className="section__head">
        <h2 id="shipping-heading">Shipping</h2>
        <a className="shipping-section__link" href={estimateAddress(measuresOf(product))}>
          {Desk ? 'Open the calculator' : 'Estimate shipping'}
          <ArrowRight className="icon icon--s" aria-hidden />
        </a>
      </div>
      <div className="section__rule ticks" aria-hidden />
      <p className="shipping-section__known">{measureWords(product)}</p>
      <div className="shipping-section__desk">{Desk && <Desk name={name} product={product} />}</div>
    </section>
  )
}
