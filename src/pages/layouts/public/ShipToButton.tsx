import { MapPin } from 'lucide-react'
import { useSavedCountry } from '#features/shipping/web/saved-codes.ts'
import { openShipTo } from '#features/shipping/web/ship-to-store.ts'
import './ShipToButton.css'

type ShipToButtonProps = {
  /** Whether "Ship to" is seen beside the flag. */
  withWords?: boolean
}

/** Where parcels go, as flag and code; a press opens the choice of a country. */
export function ShipToButton({ withWords = false }: ShipToButtonProps) {
  const code = useSavedCountry()
  return (
    <button
      type="button"
      className="btn btn--quiet ship-to js-only"
      aria-haspopup="dialog"
      title={code ? 'Change where you ship to' : undefined}
      onClick={() => openShipTo()}
    >
      {code ? (
        <img src={`/flags/${code}.svg`} alt="" width={20} height={14} />
      ) : (
        <MapPin className="icon icon--s" aria-hidden />
      )}
      <span>
        <span className={code && !withWords ? 'visually-hidden' : undefined}>Ship to</span> {code}
      </span>
    </button>
  )
}
