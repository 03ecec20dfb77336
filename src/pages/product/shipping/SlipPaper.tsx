import './ShippingSummary.css'
import { ArrowDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** An empty receipt, in the size of a filled one. */
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

/** The link to the form below. */
export function ToForm({ className, children }: { className: string; children: string }) {
  return (
    <a className={className} href="#shipping">
      {children}
      <ArrowDown className="icon icon--s" aria-hidden />
    </a>
  )
}
