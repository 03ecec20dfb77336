import './ItemShippingEstimate.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { parseDimensions } from '#features/products/dimensions.ts'
import { ParcelDrawing } from '#features/products/web/list/ParcelDrawing.tsx'
import type { EstimateRequestTexts } from '#features/shipping/estimate-search.ts'
import { EstimateForm } from '#features/shipping/web/form/EstimateForm.tsx'
import { EstimateSkeleton } from '#features/shipping/web/form/EstimateSkeleton.tsx'
import { estimationQuery } from '#features/shipping/web/queries.ts'
import { EstimateResults } from '#features/shipping/web/results/EstimateResults.tsx'
import { formatParcel } from '#features/shipping/web/results/EstimateSummary.tsx'
import { saveCountry } from '#features/shipping/web/use-saved-codes.ts'
import { useIsShipToPending, useNamedShipTo } from '#features/shipping/web/use-ship-to.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { ExamplePrices } from './ExamplePrices.tsx'
import type { MeasuredProduct } from './estimate-prefill.ts'
import { guessItemEstimate } from './item-estimate.ts'
import { CategoryChip, CountryChip } from './ShippingChips.tsx'

type ItemShippingEstimateProps = {
  name: string
  product: MeasuredProduct
  /** Told what is asked, so that the calculator can be opened with it. */
  onSearch: (search: EstimateRequestTexts) => void
}

/**
 * Every line's answer for the item, at once where the destination is known. What is asked stands above it; the form
 * changes it.
 */
export function ItemShippingEstimate({ name, product, onSearch }: ItemShippingEstimateProps) {
  const formId = useId()
  const shipTo = useNamedShipTo()
  const isPending = useIsShipToPending()
  const guess = guessItemEstimate(name, product)
  const [changed, setChanged] = useState<EstimateRequestTexts>()
  const [isEditing, setEditing] = useState(guess.search.weight === undefined)
  const words = useRef<HTMLParagraphElement>(null)
  const parcel = changed ?? guess.search
  const search = { ...parcel, destination: shipTo?.code }
  const size = parseDimensions(product?.dimensions)
  const isAsked = search.destination !== undefined && search.weight !== undefined
  const key = JSON.stringify(search)
  useEffect(() => onSearch(JSON.parse(key)), [onSearch, key])

  function handleAnswer({ destination: _saved, ...asked }: EstimateRequestTexts) {
    setChanged(asked)
    setEditing(false)
    words.current?.focus()
  }
  function handleExample(country: string) {
    saveCountry(country)
    words.current?.focus()
  }
  return (
    <div
      className="item-shipping"
      data-editing={isEditing || undefined}
      data-unasked={(!isAsked && !isPending) || undefined}
    >
      <div className="item-shipping__asked">
        {/* The form has fields for both. */}
        {!isEditing && (
          <>
            <CountryChip shipTo={shipTo} />
            <CategoryChip
              chosen={parcel.features}
              onChoose={(features) => setChanged({ ...parcel, features })}
            />
          </>
        )}
        <p className="item-shipping__words" tabIndex={-1} ref={words}>
          {shipTo && shipTo.from !== 'chosen' && (
            <span>{`${shipTo.name} is guessed from your ${shipTo.from}. `}</span>
          )}
          <span>{`${changed ? `Your parcel: ${formatParcel(changed)}.` : guess.words} `}</span>
          <button
            type="button"
            className="textbtn item-shipping__edit"
            aria-expanded={isEditing}
            aria-controls={formId}
            onClick={() => setEditing(!isEditing)}
          >
            Change it if you know better.
          </button>
        </p>
        {size && (
          <div className="item-shipping__drawing">
            <ParcelDrawing parcel={size} />
          </div>
        )}
      </div>
      <div id={formId} hidden={!isEditing}>
        {isEditing && <EstimateForm labelledBy="shipping-heading" initial={search} onAnswer={handleAnswer} />}
      </div>
      {isAsked && <ItemEstimateAnswer key={key} request={search} />}
      {!shipTo && !isPending && search.weight !== undefined && (
        <ExamplePrices search={search} onChoose={handleExample} />
      )}
    </div>
  )
}

function ItemEstimateAnswer({ request }: { request: EstimateRequestTexts }) {
  const { data, isFetching, refetch } = useQuery(estimationQuery(useApiClient(), request))
  if (data?.options) return <EstimateResults request={request} options={data.options} isBrief />
  if (isFetching) return <EstimateSkeleton />
  const title = data?.errors?.[0]?.message ?? 'Failed to fetch data!'
  return (
    <Callout look="bad" title={title} role="alert">
      <button type="button" className="btn" onClick={() => refetch()}>
        Try Again
      </button>
    </Callout>
  )
}
