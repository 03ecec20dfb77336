import { useQuery } from '@tanstack/react-query'
import { formatMoney, getTotalMinor } from '#features/freight/format-money.ts'
import { useCountryNames } from '#features/freight/web/use-country-names.ts'
import { type EstimateRequestTexts, parseFeatureIds } from '#features/shipping/estimate-search.ts'
import { estimationQuery } from '#features/shipping/web/queries.ts'
import { findCheapestListed, groupOptions } from '#features/shipping/web/results/option-order.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'

const exampleCountries = ['US', 'GB', 'DE', 'FR']

type ExamplePricesProps = { search: EstimateRequestTexts; onChoose: (country: string) => void }

/** Shipping prices to a few countries when the destination is unknown. A press chooses the country. */
export function ExamplePrices({ search, onChoose }: ExamplePricesProps) {
  return (
    <ul className="item-shipping__examples" aria-label="Cheapest shipping">
      {exampleCountries.map((country) => (
        <ExamplePrice key={country} search={{ ...search, destination: country }} onChoose={onChoose} />
      ))}
    </ul>
  )
}

function ExamplePrice({ search, onChoose }: ExamplePricesProps) {
  const country = search.destination ?? ''
  const { data } = useQuery(estimationQuery(useApiClient(), search))
  const getCountryName = useCountryNames()
  const { fit } = groupOptions(data?.options ?? [], { hasCategory: parseFeatureIds(search).length > 0 })
  const cheapest = findCheapestListed(fit)
  if (!cheapest) return null
  return (
    <li>
      <button type="button" className="chip item-shipping__chip" onClick={() => onChoose(country)}>
        <img src={`/flags/${country}.svg`} alt="" width={20} height={14} />
        <span className="visually-hidden">Ship to </span>
        <span>{`${getCountryName(country)} from ${formatMoney(getTotalMinor(cheapest), cheapest.feeDetail.currencyEnum)}`}</span>
      </button>
    </li>
  )
}
