import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import {
  describeAcceptedGoods,
  formatKinds,
  formatUnavailableReasons,
} from '#features/freight/unavailable-messages.ts'
import { categoriesQuery } from '#features/freight/web/queries.ts'
import { OptionCard, UnavailableOption } from './OptionCard.tsx'

type SomeGoodsProps = {
  options: readonly ShippingOption[]
  parcel: Parcel
  showsRoughNote: boolean
  onOpen: (id: string) => void
}

/** Below the divider: lines for some goods only, when the request has no category. They get no badge. */
export function SomeGoodsOptions({ options, ...card }: SomeGoodsProps) {
  const titleId = useId()
  if (options.length === 0) return null
  return (
    <section className="results__others" aria-labelledby={titleId}>
      <h3 className="results__cut label" id={titleId}>
        For some goods only
      </h3>
      <ul className="results__options">
        {options.map((option) => (
          <li key={option.id}>
            <OptionCard
              option={option}
              caution={`${describeAcceptedGoods(option)} Pick a category to see if it takes yours.`}
              {...card}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type UnavailableOptionsProps = {
  /** Lines that do not carry the goods in the parcel. */
  wrongGoods: readonly ShippingOption[]
  others: readonly ShippingOption[]
  parcel: Parcel
}

/** Below the divider: lines that do not take the parcel, with their reasons. */
export function UnavailableOptions({ wrongGoods, others, parcel }: UnavailableOptionsProps) {
  const { data: categories = [] } = useQuery(categoriesQuery())
  const groups = [
    { title: `Not for ${formatKinds(parcel.categories, categories)}`, options: wrongGoods },
    { title: 'Not for this parcel', options: others },
  ]
  return groups
    .filter(({ options }) => options.length > 0)
    .map(({ title, options }) => (
      <section className="results__others" key={title} aria-label={title}>
        <h3 className="results__cut label">{title}</h3>
        <ul className="results__options">
          {options.map((option) => (
            <li key={option.id}>
              <UnavailableOption
                option={option}
                reasons={formatUnavailableReasons(option, parcel, categories)}
              />
            </li>
          ))}
        </ul>
      </section>
    ))
}
