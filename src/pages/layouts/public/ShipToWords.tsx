import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { countriesQuery } from '#features/freight/web/queries.ts'
import { useNamedShipTo, useShownCurrency } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { getCurrencySign } from '#shared/format/money.ts'
import './ShipToWords.css'

/** 'to Germany · €', and for screen readers how the country is known; rendered once name and currency are there. */
export function ShipToWords() {
  const shipTo = useNamedShipTo()
  const currency = useShownCurrency()
  const { failureCount } = useQuery({ ...countriesQuery(), enabled: false }) // of the list with the name
  const isNamePending = shipTo?.name === shipTo?.code && failureCount === 0
  const isWaiting = currency === undefined || isNamePending
  if (!shipTo) {
    return (
      <>
        <MapPin className="icon icon--s" aria-hidden />
        <span>{' Ship to'}</span>
      </>
    )
  }
  return (
    <>
      <img src={`/flags/${shipTo.code}.svg`} alt="" width={20} height={14} />
      <span className="ship-to__words" data-waiting={isWaiting || undefined}>
        <span className="visually-hidden">Ship </span>
        <span className="ship-to__to">to </span>
        <b>{shipTo.name}</b>
        {currency && <span className="ship-to__to">{` · ${getCurrencySign(currency).trim()}`}</span>}
        <span className="visually-hidden">
          {`${shipTo.from !== 'chosen' ? `, guessed from your ${shipTo.from}` : ''}, change`}
        </span>
      </span>
    </>
  )
}
