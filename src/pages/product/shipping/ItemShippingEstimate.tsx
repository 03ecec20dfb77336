import './ItemShippingEstimate.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { ItemKind } from '#features/freight/kind-contract.ts'
import { listSides, parseDimensions } from '#features/products/dimensions.ts'
import { ParcelDrawing } from '#features/products/web/list/ParcelDrawing.tsx'
import type { EstimateRequestTexts } from '#features/shipping/estimate-search.ts'
import { EstimateForm } from '#features/shipping/web/form/EstimateForm.tsx'
import { EstimateSkeleton } from '#features/shipping/web/form/EstimateSkeleton.tsx'
import { estimationQuery } from '#features/shipping/web/queries.ts'
import { EstimateResults } from '#features/shipping/web/results/EstimateResults.tsx'
import { formatParcel } from '#features/shipping/web/results/EstimateSummary.tsx'
import { saveCountry } from '#features/visitor/web/ship-to/use-saved-codes.ts'
import { useIsShipToPending, useNamedShipTo } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { ExamplePrices } from './ExamplePrices.tsx'
import type { MeasuredProduct } from './estimate-prefill.ts'
import { guessItemEstimate } from './item-estimate.ts'
import { KindNote } from './KindNote.tsx'
import { CategoryChip, CountryChip } from './ShippingChips.tsx'

type ItemShippingEstimateProps = {
  kind: ItemKind | null
  product: MeasuredProduct
  /** Called with the current search, so that the calculator can be opened with it. */
  onSearch: (search: EstimateRequestTexts) => void
}

/**
 * The estimates of all shipping lines for the item, immediately if the destination is known. The search is described
 * above them, and a form changes it.
 */
export function ItemShippingEstimate({ kind: ownKind, product, onSearch }: ItemShippingEstimateProps) {
  const formId = useId()
  const shipTo = useNamedShipTo()
  const isPending = useIsShipToPending()
  const [chosenKind, setChosenKind] = useState<ItemKind | null>()
  const kind = chosenKind === undefined ? ownKind : chosenKind
  const guess = guessItemEstimate(kind, product, chosenKind !== undefined)
  const [changed, setChanged] = useState<EstimateRequestTexts>()
  const [isEditing, setEditing] = useState(guess.search.weight === undefined)
  const descriptionRef = useRef<HTMLParagraphElement>(null)
  const parcel = changed ?? guess.search
  const search = { ...parcel, destination: shipTo?.code }
  const size = parseDimensions(product?.dimensions)
  const isComplete = search.destination !== undefined && search.weight !== undefined
  const key = JSON.stringify(search)
  useEffect(() => onSearch(JSON.parse(key)), [onSearch, key])

  function handleSubmit({ destination: _saved, ...parcel }: EstimateRequestTexts) {
    setChanged(parcel)
    setEditing(false)
    descriptionRef.current?.focus()
  }
  function handleKind(next: ItemKind | null) {
    setChosenKind(next)
    setChanged(undefined)
    setEditing(next === null)
    descriptionRef.current?.focus()
  }
  function handleExample(country: string) {
    saveCountry(country)
    descriptionRef.current?.focus()
  }
  return (
    <div
      className="item-shipping"
      data-editing={isEditing || undefined}
      data-unasked={(!isComplete && !isPending) || undefined}
    >
      <div className="item-shipping__asked">
        {/* The form has its own fields for these values. */}
        {!isEditing && (
          <>
            <CountryChip shipTo={shipTo} />
            <CategoryChip
              chosen={parcel.features}
              onChoose={(features) => setChanged({ ...parcel, features })}
            />
          </>
        )}
        <p className="item-shipping__words" tabIndex={-1} ref={descriptionRef}>
          {shipTo && shipTo.from !== 'chosen' && (
            <span>{`${shipTo.name} is guessed from your ${shipTo.from}. `}</span>
          )}
          <span>{`${changed ? `Your parcel: ${formatParcel(changed)}.` : guess.description} `}</span>
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
      {kind && product?.weight == null && !changed && (
        <KindNote
          key={kind.id}
          kind={kind}
          country={shipTo?.code}
          sides={listSides(product?.dimensions)}
          onChoose={handleKind}
        />
      )}
      <div id={formId} hidden={!isEditing}>
        {isEditing && (
          <EstimateForm labelledBy="shipping-heading" initial={search} onEstimated={handleSubmit} />
        )}
      </div>
      {isComplete && <ItemEstimateResults key={key} search={search} />}
      {!shipTo && !isPending && search.weight !== undefined && (
        <ExamplePrices search={search} onChoose={handleExample} />
      )}
    </div>
  )
}

/** The lines for a complete search, as in the calculator but fewer at first. */
export function ItemEstimateResults({ search }: { search: EstimateRequestTexts }) {
  const { data, isFetching, refetch } = useQuery(estimationQuery(useApiClient(), search))
  if (data?.options) return <EstimateResults request={search} options={data.options} isBrief />
  if (isFetching) return <EstimateSkeleton />
  const title = data?.errors?.[0]?.message ?? 'Failed to fetch data!'
  return (
    <Callout variant="bad" title={title} role="alert">
      <button type="button" className="btn" onClick={() => refetch()}>
        Try Again
      </button>
    </Callout>
  )
}
