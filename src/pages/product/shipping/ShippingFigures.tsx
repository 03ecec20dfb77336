import { useMemo } from 'react'
import { findCheapestOption, findFastestOption } from '#features/freight/engine/cheapest-option.ts'
import { type CountryLines, listAvailableOptions } from '#features/freight/engine/country-lines.ts'
import { formatTransitDays } from '#features/freight/format-money.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import { toItemParcel } from '#features/freight/price-with-shipping.ts'
import { listSides } from '#features/products/dimensions.ts'
import { Price } from '#shared/web/ui/values/Price.tsx'
import type { MeasuredProduct } from './estimate-prefill.ts'
import { SlipPaper } from './SlipPaper.tsx'

type ShippingFiguresProps = {
  /** The item's name. */
  title: string
  product: MeasuredProduct
  lines: CountryLines
  /** The country's name. */
  name: string
}

/** The price of the cheapest and of the fastest line for the item alone. */
export function ShippingFigures({ title, product, lines, name }: ShippingFiguresProps) {
  const options = useMemo(() => {
    const parcel = toItemParcel({
      name: title,
      grams: product?.weight ?? null,
      sides: listSides(product?.dimensions),
    })
    return parcel ? listAvailableOptions(lines, parcel) : []
  }, [title, product, lines])
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
    <SlipPaper
      title={`Freight to ${name}`}
      act={options.length === 1 ? 'The one line' : `All ${options.length} lines`}
    >
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
