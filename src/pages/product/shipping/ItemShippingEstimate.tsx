import './ItemShippingEstimate.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { EstimateSearch } from '#features/shipping/estimate-search.ts'
import { EstimateForm, type EstimateFormHandle } from '#features/shipping/web/form/EstimateForm.tsx'
import { EstimateSkeleton } from '#features/shipping/web/form/EstimateSkeleton.tsx'
import { estimationQuery } from '#features/shipping/web/queries.ts'
import { EstimateResults } from '#features/shipping/web/results/EstimateResults.tsx'
import { EstimateSummary } from '#features/shipping/web/results/EstimateSummary.tsx'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { type MeasuredProduct, toEstimateSearch } from './estimate-prefill.ts'
import { guessItemWeight } from './weight-guess.ts'

type ItemShippingEstimateProps = { name: string; product: MeasuredProduct }

/**
 * The form filled with the item's data, then, in its place, every line's answer; Edit brings the form back.
 */
export function ItemShippingEstimate({ name, product }: ItemShippingEstimateProps) {
  const [asked, setAsked] = useState<EstimateSearch>()
  const [edited, setEdited] = useState<EstimateSearch>()
  if (asked) {
    return (
      <EstimateResultStep
        search={asked}
        onAsk={setAsked}
        onEdit={() => {
          setEdited(asked)
          setAsked(undefined)
        }}
      />
    )
  }
  return <EstimateFormStep name={name} product={product} edited={edited} onAsk={setAsked} />
}

type EstimateFormStepProps = ItemShippingEstimateProps & {
  /** A former request to start with. */
  edited: EstimateSearch | undefined
  onAsk: (search: EstimateSearch) => void
}

function EstimateFormStep({ name, product, edited, onAsk }: EstimateFormStepProps) {
  const [isBusy, setBusy] = useState(false)
  const form = useRef<EstimateFormHandle>(null)
  const guess = product?.weight == null ? guessItemWeight(name) : undefined
  const known = toEstimateSearch(product)
  useEffect(() => {
    if (edited) form.current?.fill(edited)
  }, [edited])
  return (
    <div className="shipping-desk">
      <EstimateForm
        ref={form}
        labelledBy="shipping-heading"
        initial={guess ? { ...known, weight: String(guess.grams) } : known}
        {...(guess && { hint: guess.words })}
        onAnswer={onAsk}
        onBusy={setBusy}
      />
      {isBusy && <EstimateSkeleton />}
    </div>
  )
}

type EstimateResultStepProps = {
  search: EstimateSearch
  onAsk: (search: EstimateSearch) => void
  onEdit: () => void
}

/** The form has left its answer in the cache; a new request comes from the results. */
function EstimateResultStep({ search, onAsk, onEdit }: EstimateResultStepProps) {
  const { data, isFetching, refetch } = useQuery(estimationQuery(useApiClient(), search))
  const line = useRef<HTMLParagraphElement>(null)
  // It may be above the viewport, because the form was higher.
  useEffect(() => line.current?.focus(), [])
  return (
    <div className="shipping-desk">
      <EstimateSummary search={search} ref={line} onEdit={onEdit} />
      {data?.options ? (
        <EstimateResults search={search} options={data.options} onEstimate={onAsk} />
      ) : isFetching ? (
        <EstimateSkeleton />
      ) : (
        <Callout look="bad" title="Failed to fetch data!" role="alert">
          <button type="button" className="btn" onClick={() => refetch()}>
            Try Again
          </button>
        </Callout>
      )}
    </div>
  )
}
