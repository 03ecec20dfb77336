import './ShippingSummary.css'
import { ArrowDown, ChevronDown } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { saveCountry } from '#features/shipping/web/saved-codes.ts'
import { openShipTo } from '#features/shipping/web/ship-to-store.ts'
import { useLikelyCountry } from '#features/shipping/web/use-likely-country.ts'

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

/** While the destination is unknown: asks for it, and offers the likely one. */
export function CountrySlip() {
  const likely = useLikelyCountry()
  return (
    <SlipNote>
      <CountryButton>Choose your country</CountryButton> to compare all shipping lines
      {likely && (
        <>
          , or ship to{' '}
          <button
            type="button"
            className="slip__country slip__country--likely"
            onClick={() => choose(likely.code)}
          >
            {likely.name}
          </button>
        </>
      )}
      .
    </SlipNote>
  )
}

const buttonId = 'slip-country'
/** The offer goes when it is taken, and its focus goes to the button that comes for it. */
let isFocusWaiting = false

function choose(country: string) {
  isFocusWaiting = true
  saveCountry(country)
}

/** Asks for the destination, which is kept on this device. */
export function CountryButton({ children }: { children: ReactNode }) {
  const ref = useCallback((button: HTMLButtonElement | null) => {
    if (!isFocusWaiting || document.activeElement !== document.body) return
    button?.focus({ preventScroll: true })
  }, [])
  return (
    <button
      ref={ref}
      id={buttonId}
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
