import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatTransitDays } from '#features/freight/format-money.ts'
import { findCheapestShipping, toItemParcel } from '#features/freight/item/price-with-shipping.ts'
import type { ItemKind } from '#features/freight/kind-contract.ts'
import { formatLineName } from '#features/freight/trust/price-age.ts'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { listSides } from '#features/products/dimensions.ts'
import { useApproximate } from '#features/shipping/web/use-approximate.ts'
import { useCountryLines } from '#features/shipping/web/use-country-lines.ts'
import type { ShipTo } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { yuanToFen } from '#shared/format/money.ts'
import { Price } from '#shared/web/ui/values/Price.tsx'
import type { MeasuredProduct } from './estimate-prefill.ts'
import { CountryButton, CountrySlip, ShippingLink, SlipNote, SlipPaper } from './SlipPaper.tsx'

export type ShippingSummaryProps = {
  product: MeasuredProduct
  kind: ItemKind | null
  /** The price of the chosen variant in yuan; null when it is unknown. */
  price: number | null
}

/** The item's price with the cheapest shipping to a country. */
export function ShippingSummary(props: ShippingSummaryProps & { shipTo: ShipTo }) {
  const { product, kind, price, shipTo } = props
  const { weight = null, dimensions } = product ?? {}
  const lines = useCountryLines(shipTo.code)
  const { data: countryName = shipTo.code } = useQuery(countryNameQuery(shipTo.code))
  const cheapest = useMemo(() => {
    const parcel = toItemParcel({ kind, grams: weight, sides: listSides(dimensions) })
    return parcel && lines && findCheapestShipping(lines, parcel)
  }, [kind, weight, dimensions, lines])
  const approximate = useApproximate()
  if (!lines || !approximate) return <CountrySlip />
  if (!cheapest) {
    return (
      <SlipNote>
        We have no shipping line to{' '}
        <CountryButton>
          <span>{countryName}</span>
        </CountryButton>{' '}
        for this item yet.
      </SlipNote>
    )
  }
  const { line, parts } = cheapest
  return (
    <SlipPaper>
      <dl className="slip__rows">
        {price !== null && (
          <div className="slip__row slip__row--item">
            <dt>Item</dt>
            <dd>
              <Price amount={price} />
            </dd>
          </div>
        )}
        <div className="slip__row slip__row--shipping">
          <dt>
            <CountryButton>
              <span className="slip__word">Shipping </span>
              <span>{'to '}</span>
              <b>{countryName}</b>
              {shipTo.from !== 'chosen' && (
                <span className="visually-hidden">{`, guessed from your ${shipTo.from}, change`}</span>
              )}
            </CountryButton>
          </dt>
          <dd>
            <Price amount={parts.total / 100} />
          </dd>
        </div>
        {price !== null && (
          <div className="slip__row slip__row--sum">
            <dt>With shipping</dt>
            <dd>
              <b>
                <Price amount={(yuanToFen(price) + parts.total) / 100} />
              </b>
              <span className="slip__shown"> {approximate(yuanToFen(price) + parts.total)}</span>
            </dd>
          </div>
        )}
      </dl>
      <ShippingLink>
        <span className="slip__line">{formatLineName(line)}</span>
        <span>{formatTransitDays(line)}</span>
        <span className="visually-hidden">, see the receipt</span>
      </ShippingLink>
    </SlipPaper>
  )
}
