import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { convertFen, findExchange } from '#features/freight/engine/exchange.ts'
import { formatMoney, formatTransitDays } from '#features/freight/format-money.ts'
import { findCheapestShipping, toItemParcel } from '#features/freight/item/price-with-shipping.ts'
import type { ExchangeRates } from '#features/freight/tariffs.ts'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { listSides } from '#features/products/dimensions.ts'
import { tariffsQuery } from '#features/shipping/web/queries.ts'
import { useSavedCurrency } from '#features/shipping/web/saved-codes.ts'
import { useCountryLines } from '#features/shipping/web/use-country-lines.ts'
import { yuanToFen } from '#shared/format/money.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Price } from '#shared/web/ui/values/Price.tsx'
import type { MeasuredProduct } from './estimate-prefill.ts'
import { CountryButton, CountrySlip, SlipNote, SlipPaper, ToShipping } from './SlipPaper.tsx'

export type ShippingSummaryProps = {
  /** The item's. */
  name: string
  product: MeasuredProduct
  /** Of the chosen variant, in yuan; null where it is unknown. */
  price: number | null
}

/** What the item costs with the cheapest shipping to a country. */
export function ShippingSummary(props: ShippingSummaryProps & { country: string }) {
  const { name, product, price, country } = props
  const lines = useCountryLines(country)
  const { data: tariffs } = useQuery(tariffsQuery(useApiClient(), country))
  const { data: countryName = country } = useQuery(countryNameQuery(country))
  const found = useMemo(() => {
    const sides = listSides(product?.dimensions)
    const parcel = toItemParcel({ name, grams: product?.weight ?? null, sides })
    return parcel && lines && findCheapestShipping(lines, parcel)
  }, [name, product, lines])
  if (!lines || !tariffs) return <CountrySlip />
  if (!found) {
    return (
      <SlipNote>
        We have no shipping line to <CountryButton>{countryName}</CountryButton> for this item yet.
      </SlipNote>
    )
  }
  const { line, parts } = found
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
              <span className="slip__word">Shipping </span>to <b>{countryName}</b>
            </CountryButton>
          </dt>
          <dd>
            <Price amount={parts.total / 100} />
          </dd>
        </div>
        {price !== null && (
          <div className="slip__row slip__row--sum">
            <dt>With shipping</dt>
            <Sum fen={yuanToFen(price) + parts.total} rates={tariffs.data.exchangeRates} />
          </div>
        )}
      </dl>
      <ToShipping>
        <span className="slip__line">{line.name}</span>
        <span>{formatTransitDays(line)}</span>
        <span className="visually-hidden">, see the receipt</span>
      </ToShipping>
    </SlipPaper>
  )
}

/** In yuan, and about as much in the currency that was chosen on this device. */
function Sum({ fen, rates }: { fen: number; rates: ExchangeRates }) {
  const currency = useSavedCurrency()
  const exchange = currency && currency !== 'CNY' ? findExchange(rates, 'CNY', currency) : undefined
  return (
    <dd>
      <b>
        <Price amount={fen / 100} />
      </b>
      {exchange && (
        <span className="slip__shown"> ≈ {formatMoney(convertFen(fen, exchange), exchange.currency)}</span>
      )}
    </dd>
  )
}
