import './ShippingSummary.css'
import { ArrowDown, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { openShipTo } from '#features/shipping/web/use-ship-to-state.ts'

/** The box beside the price with the price with shipping. */
export function SlipPaper({ children }: { children: ReactNode }) {
  return (
    <section className="slip" aria-label="Price with shipping">
      <div className="slip__paper">{children}</div>
    </section>
  )
}

/** The box with a text instead of prices, and a link to the shipping section. */
export function SlipNote({ children }: { children: ReactNode }) {
  return (
    <SlipPaper>
      <p className="slip__note">{children}</p>
      <ShippingLink>
        <span>Estimate shipping</span>
      </ShippingLink>
    </SlipPaper>
  )
}

/** The box when the destination is unknown. While prices are loading it reserves their space. */
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

/**
 * Creates a `ref` for an element that is replaced by another one, for example when the country changes or prices are
 * loaded. The new element takes over the focus.
 */
function createFocusKeeper<E extends HTMLElement>() {
  let hadFocus = false
  return (element: E): (() => void) => {
    if (hadFocus && document.activeElement === document.body) element.focus({ preventScroll: true })
    hadFocus = false
    return () => {
      hadFocus ||= document.activeElement === element
    }
  }
}
const keepButtonFocus = createFocusKeeper<HTMLButtonElement>()
const keepLinkFocus = createFocusKeeper<HTMLAnchorElement>()

/** A button that opens the choice of the destination. */
export function CountryButton({ children }: { children: ReactNode }) {
  return (
    <button
      ref={keepButtonFocus}
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

/** The link to the shipping section. */
export function ShippingLink({ children }: { children: ReactNode }) {
  return (
    <a ref={keepLinkFocus} className="slip__more" href="#shipping">
      {children}
      <ArrowDown className="icon icon--s" aria-hidden />
    </a>
  )
}
