import { useQuery } from '@tanstack/react-query'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { openShipTo } from '#features/shipping/web/use-ship-to-state.ts'
import './ShipToChip.css'

/** The destination of the prices with shipping, on phones. A press changes it. Its space is reserved from the first paint. */
export function ShipToChip({ code }: { code: string | undefined }) {
  const { data: name = code } = useQuery({ ...countryNameQuery(code ?? ''), enabled: code !== undefined })
  return (
    <span className="ship-to-chip">
      {code && (
        <button type="button" className="btn btn--quiet" aria-haspopup="dialog" onClick={() => openShipTo()}>
          <img src={`/flags/${code}.svg`} alt="" width={20} height={15} />
          <span>{code}</span>
          <span className="visually-hidden">{`, ship to ${name ?? ''}, change`}</span>
        </button>
      )}
    </span>
  )
}
