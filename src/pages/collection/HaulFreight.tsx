import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { formatWeight } from '#features/products/dimensions.ts'
import { DestinationChoice } from '#features/shipping/web/form/DestinationChoice.tsx'
import { tariffsQuery } from '#features/shipping/web/queries.ts'
import { useSavedCountry } from '#features/shipping/web/saved-codes.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { CollectionShippingBody, CollectionShippingLoading } from './CollectionShippingBody.tsx'
import { HaulPrice } from './HaulPrice.tsx'
import { describeKnownWeights, type HaulWeight } from './haul-weight.ts'

/** What shipping the haul costs: to the last destination, or to one that is asked for. */
export function HaulFreight({ weight }: { weight: HaulWeight }) {
  const country = useSavedCountry()
  const [state, setState] = useState<'as-saved' | 'asked' | 'chosen'>('as-saved')
  if (country === undefined || state === 'asked') {
    return (
      <CollectionShippingBody
        sum={
          <>
            <p className="collection-shipping__say">{formatWeight(weight.grams)}</p>
            <p>{describeKnownWeights(weight)}</p>
          </>
        }
        acts={
          country !== undefined && (
            <button type="button" className="textbtn" onClick={() => setState('chosen')}>
              Cancel
            </button>
          )
        }
      >
        <p className="collection-shipping__say">Where is it going?</p>
        <DestinationChoice
          id="meter-country"
          takesFocus={state === 'asked'}
          onChoose={() => setState('chosen')}
        />
      </CollectionShippingBody>
    )
  }
  return (
    <ToCountry
      weight={weight}
      country={country}
      takesFocus={state === 'chosen'}
      onChange={() => setState('asked')}
    />
  )
}

type ToCountryProps = {
  weight: HaulWeight
  country: string
  takesFocus: boolean
  onChange: () => void
}

function ToCountry({ weight, country, takesFocus, onChange }: ToCountryProps) {
  const tariffs = useQuery(tariffsQuery(useApiClient(), country))
  const { data: name } = useQuery(countryNameQuery(country))
  if (tariffs.data) {
    return (
      <HaulPrice
        weight={weight}
        tariffs={tariffs.data.data}
        country={country}
        name={name ?? country}
        takesFocus={takesFocus}
        onChange={onChange}
      />
    )
  }
  if (!tariffs.isError) return <CollectionShippingLoading weight={weight} />
  return (
    <CollectionShippingBody
      sum={
        <>
          <p className="collection-shipping__say">{formatWeight(weight.grams)}</p>
          <p role="alert">Failed to fetch data!</p>
        </>
      }
    >
      <div>
        <button type="button" className="btn" onClick={() => tariffs.refetch()}>
          Try Again
        </button>
      </div>
    </CollectionShippingBody>
  )
}
