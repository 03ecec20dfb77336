import { MapPin } from 'lucide-react'
import { openShipTo, useNamedShipTo, useShownCurrency } from '#features/shipping/web/use-ship-to.ts'
import { getCurrencySign } from '#shared/format/money.ts'
import './ShipToButton.css'

/** Where parcels go, and in which currency sums are shown too; a press opens the choice of both. */
export function ShipToButton() {
  const shipTo = useNamedShipTo()
  const currency = useShownCurrency()
  const isWaiting = currency === undefined || shipTo?.name === shipTo?.code
  return (
    <button
      type="button"
      className="btn btn--quiet ship-to js-only"
      aria-haspopup="dialog"
      onClick={() => openShipTo()}
    >
      {shipTo ? (
        <>
          <img src={`/flags/${shipTo.code}.svg`} alt="" width={20} height={14} />
          <span className="ship-to__words" data-waiting={isWaiting || undefined}>
            <span className="visually-hidden">Ship </span>
            <span className="ship-to__to">to </span>
            <b>{shipTo.name}</b>
            {currency && <span className="ship-to__to"> · {getCurrencySign(currency).trim()}</span>}
            <span className="visually-hidden">
              {shipTo.from !== 'chosen' && `, guessed from your ${shipTo.from}`}, change
            </span>
          </span>
        </>
      ) : (
        <span className="ship-to__words ship-to__none">
          <MapPin className="icon icon--s" aria-hidden /> Ship to
        </span>
      )}
    </button>
  )
}
