import { useMemo } from 'react'
import { cheapestOf, fastestOf } from '#features/freight/engine/cheapest.ts'
import { availableOptions, countryLines, takersOf } from '#features/freight/engine/lines-to-country.ts'
import { daysText } from '#features/freight/money-text.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Tariffs } from '#features/freight/tariffs.ts'
import { toParcel } from '#features/shipping/web/to-parcel.ts'
import { Price } from '#shared/web/ui/Price.tsx'
import { type Measured, toEstimateSearch } from './estimate-prefill.ts'
import { SlipPaper } from './SlipPaper.tsx'

type FreightFiguresProps = { product: Measured; tariffs: Tariffs; country: string; name: string }

/** The price of the cheapest and of the fastest line for the item alone. */
export function FreightFigures({ product, tariffs, country, name }: FreightFiguresProps) {
  const { weight, dimensions } = product ?? { weight: null, dimensions: null }
  const { options, count } = useMemo(() => {
    const lines = countryLines(tariffs, country)
    const parcel = toParcel(toEstimateSearch({ weight, dimensions }))
    return { options: availableOptions(lines, parcel), count: takersOf(lines, parcel) }
  }, [weight, dimensions, tariffs, country])
  const cheapest = cheapestOf(options)
  const fastest = fastestOf(options)
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
        <Row label="Cheapest" option={cheapest} />
        {fastest && <Row label="Fastest" option={fastest} />}
      </dl>
    </SlipPaper>
  )
}

function Row({ label, option }: { label: string; option: ShippingOption }) {
  const { total, currencyEnum } = option.feeDetail
  return (
    <div className="freight-slip__row">
      <dt>
        {label} <small>{daysText(option)}</small>
      </dt>
      <dd>{total !== null && <Price amount={total} currency={currencyEnum.code} />}</dd>
    </div>
  )
}
