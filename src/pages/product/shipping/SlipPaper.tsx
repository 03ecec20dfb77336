import './ShippingSummary.css'
import { ArrowDown, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { openShipTo } from '#features/shipping/web/use-ship-to-state.ts'

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
      <ToShipping>
        <span>Estimate shipping</span>
      </ToShipping>
    </SlipPaper>
  )
}

/** Where nothing tells the destination; its place alone while the figures are on their way. */
export function CountrySlip() {
  return (
    <SlipNote>
      <span className="slip__ask">
        <CountryButton>
          <span>Choose your country</span>
        </CountryButton>{' '}
        to compare all shipping lines.
      </span>
    </SlipNote>
  )
}

let isFocusLost = false

/**
 * A `ref` for the slip's buttons, of which one goes and another comes when the country changes: the one that comes
 * gets the focus that the one before had.
 */
function keepFocus(button: HTMLButtonElement): () => void {
  if (isFocusLost && document.activeElement === document.body) button.focus({ preventScroll: true })
  isFocusLost = false
  return () => {
    isFocusLost ||= document.activeElement === button
  }
}

/** Opens the choice of the destination. */
export function CountryButton({ children }: { children: ReactNode }) {
  return (
    <button
      ref={keepFocus}
      id="slip-country"
      type="button"
      className="slip__country"
      aria-haspopup="dialog"
      onClick={() => openShipTo()}
    >
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
