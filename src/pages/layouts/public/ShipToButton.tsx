import { openShipTo } from '#features/shipping/web/use-ship-to-state.ts'
import { useIsShipToPending } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import './ShipToButton.css'

const loadLabel = async () => (await import('./ShipToWords.tsx')).ShipToWords

/** The destination, and the currency in which sums are shown too; a press opens the dialog for both. */
export function ShipToButton() {
  const Label = useLazyComponent(loadLabel, !useIsShipToPending())
  return (
    <button
      type="button"
      className="btn btn--quiet ship-to js-only"
      aria-haspopup="dialog"
      onClick={() => openShipTo()}
    >
      {Label ? <Label /> : <span className="visually-hidden">Ship to</span>}
    </button>
  )
}
