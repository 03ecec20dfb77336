import { useMemo } from 'react'
import { findCheapestOption, findFastestOption } from '#features/freight/engine/cheapest-option.ts'
import {
  compileCountryLines,
  countAcceptingLines,
  listAvailableOptions,
} from '#features/freight/engine/country-lines.ts'
import { formatTransitDays } from '#features/freight/format-money.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Tariffs } from '#features/freight/tariffs.ts'
import { toParcel } from '#features/shipping/web/to-parcel.ts'
import { Price } from '#shared/web/ui/values/Price.tsx'
import { type MeasuredProduct, toEstimateSearch } from './estimate-prefill.ts'
import { SlipPaper } from './SlipPaper.tsx'

type ShippingFiguresProps = { product: MeasuredProduct; tariffs: Tariffs; country: string; name: string }

/** The price of the cheapest and of the fastest line for the item alone. */
export function ShippingFigures({ product, tariffs, country, name }: ShippingFiguresProps) {
  const { weight, dimensions } = product ?? { weight: null, dimensions: null }
  const { options, count } = useMemo(() => {
    const lines = compileCountryLines(tariffs, country)
    const parcel = toParcel(toEstimateSearch({ weight, dimensions }))
    return { options: listAvailableOptions(lines, parcel), count: countAcceptingLines(lines, parcel) }
  }, [weight, dimensions, tariffs, country])
  const cheapest = findCheapestOption(options)
  const fastest = findFastestOption(options)
  if (!cheapest) {
    return (
      <SlipPaper title={`Freight to ${name}`} act="Estimate shipping">
        <p className="freight-slip__why">No line takes it as the catalogue has it.</p>
      </SlipPaper>
    )
  }
  return (
    <SlipPaper title={`Freight to ${name}`} act={count === 1 ? 'The one line' : `All ${count} lines`}>
      <dl>
        <LineRow label="Cheapest" option={cheapest} />
        {fastest && <LineRow label="Fastest" option={fastest} />}
      </dl>
    </SlipPaper>
  )
}

function LineRow({ label, option }: { label: string; option: ShippingOption }) {
  const { total, currencyEnum } = option.feeDetail
  return (
    <div className="freight-slip__row">
      <dt>
        {label} <small>{formatTransitDays(option)}</small>
      </dt>
      <dd>{total !== null && <Price amount={total} currency={currencyEnum.code} />}</dd>
    </div>
  )
}
