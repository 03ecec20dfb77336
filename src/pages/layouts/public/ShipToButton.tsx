import { useIsShipToPending } from '#features/shipping/web/use-ship-to.ts'
import { openShipTo } from '#features/shipping/web/use-ship-to-state.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import './ShipToButton.css'

const loadWords = async () => (await import('./ShipToWords.tsx')).ShipToWords

/** Where parcels go, and in which currency sums are shown too; a press opens the choice of both. */
export function ShipToButton() {
  const Words = useLazyComponent(loadWords, !useIsShipToPending())
  return (
    <button
      type="button"
      className="btn btn--quiet ship-to js-only"
      aria-haspopup="dialog"
      onClick={() => openShipTo()}
    >
      {Words ? <Words /> : <span className="visually-hidden">Ship to</span>}
    </button>
  )
}
