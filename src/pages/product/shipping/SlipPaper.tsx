import './ShippingSummary.css'
import { ArrowDown, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { openShipTo } from '#features/shipping/web/ship-to-store.ts'

/** A slip of paper beside the price. */
export function SlipPaper({ children }: { children: ReactNode }) {
  return (
    <section className="slip" aria-label="Price with shipping">
      <div className="slip__paper">{children}</div>
    </section>
  )
}

/** In place of the figures: a sentence, and the link to what shipping costs. */
export function SlipNote({ children }: { children: ReactNode }) {
  return (
    <SlipPaper>
      <p className="slip__note">{children}</p>
      <ToShipping>Estimate shipping</ToShipping>
    </SlipPaper>
  )
}

/** While the destination is unknown: asks for it. */
export function CountrySlip() {
  return (
    <SlipNote>
      <CountryButton>Choose your country</CountryButton> to compare all shipping lines.
    </SlipNote>
  )
}

/** Asks for the destination, which is kept on this device. */
export function CountryButton({ children }: { children: ReactNode }) {
  return (
    <button type="button" className="slip__country" aria-haspopup="dialog" onClick={() => openShipTo()}>
      {children}
      <ChevronDown className="icon icon--s" aria-hidden />
    </button>
  )
}

/** The link to the receipts below. */
export function ToShipping({ children }: { children: ReactNode }) {
  return (
    <a className="slip__more" href="#shipping">
      {children}
      <ArrowDown className="icon icon--s" aria-hidden />
    </a>
  )
}
