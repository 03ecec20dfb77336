import { useQuery } from '@tanstack/react-query'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { openShipTo } from '#features/shipping/web/use-ship-to-state.ts'
import { useShownCurrency } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { getCurrencySign } from '#shared/format/money.ts'
import './ShipToChip.css'

/** The longest currency sign for which there is room. */
const maxSignLength = 2

/**
 * The destination of the prices with shipping and the second currency, on phones: 'DE · €'. A press changes it. Its space
 * is reserved from the first paint.
 */
export function ShipToChip({ code }: { code: string | undefined }) {
  const { data: name = code } = useQuery({ ...countryNameQuery(code ?? ''), enabled: code !== undefined })
  const currency = useShownCurrency()
  const sign = currency ? getCurrencySign(currency).trim() : ''
  return (
    <span className="ship-to-chip">
      {code && currency !== undefined && (
        <button type="button" className="btn btn--quiet" aria-haspopup="dialog" onClick={() => openShipTo()}>
          <img src={`/flags/${code}.svg`} alt="" width={20} height={15} />
          <span>{code}</span>
          {sign !== '' && sign.length <= maxSignLength && (
            <span className="ship-to-chip__currency">{`· ${sign}`}</span>
          )}
          <span className="visually-hidden">{`, ship to ${name ?? ''}, change`}</span>
        </button>
      )}
    </span>
  )
}
