import './ShippingSummary.css'
import { ArrowDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLazyComponent } from '#shared/web/use-lazy-component.ts'
import type { Measured } from './estimate-prefill.ts'

const loadSlip = async () => (await import('./ShippingSummary.tsx')).ShippingSummary

type FreightSlotProps = {
  product: Measured
  /** On phones the way to the form stands beside the price already. */
  isBesidePrice?: boolean
}

/** Freight within reach of the price: a slip of paper where the weight is known, else the way to the form. */
export function FreightSlot({ product, isBesidePrice = false }: FreightSlotProps) {
  const weight = product?.weight ?? null
  const Slip = useLazyComponent(loadSlip, weight !== null)
  if (weight === null) {
    return (
      <ToForm className={isBesidePrice ? 'freight-link freight-link--wide' : 'freight-link'}>
        Estimate shipping
      </ToForm>
    )
  }
  if (Slip) return <Slip product={product} />
  return <BlankSlip />
}

/** The slip before anything is known to stand on it, in the size of a written one. */
export function BlankSlip() {
  return (
    <SlipPaper title="Freight" act="Estimate shipping">
      <p className="freight-slip__why">Say where to, and all lines are compared.</p>
    </SlipPaper>
  )
}

type SlipPaperProps = { title: string; act: string; children: ReactNode }

export function SlipPaper({ title, act, children }: SlipPaperProps) {
  return (
    <section className="freight-slip" aria-labelledby="freight-slip-heading">
      <div className="freight-slip__paper">
        <div className="freight-slip__head">
          <h2 id="freight-slip-heading">{title}</h2>
          <span className="freight-slip__muted">estimate</span>
        </div>
        {children}
        <ToForm className="freight-slip__all">{act}</ToForm>
      </div>
    </section>
  )
}

function ToForm({ className, children }: { className: string; children: string }) {
  return (
    <a className={className} href="#shipping">
      {children}
      <ArrowDown className="icon icon--s" aria-hidden />
    </a>
  )
}
