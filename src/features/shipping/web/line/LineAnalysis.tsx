import { ChevronDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId } from 'react'
import type { Exchange } from '#features/freight/engine/exchange.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import type { EstimateRequestTexts } from '../../estimate-search.ts'
import { isSizeKnown } from '../results/EstimateNotes.tsx'
import { useTariffs } from '../results/shown-currency.ts'
import './LineAnalysis.css'

// Loaded on demand, because they contain the freight engine.
const VolumetricCard = lazy(async () => ({ default: (await import('./VolumetricCard.tsx')).VolumetricCard }))
const WeightCurve = lazy(async () => ({ default: (await import('../curve/WeightCurve.tsx')).WeightCurve }))

type LineAnalysisProps = {
  request: EstimateRequestTexts
  /** The lines that take the parcel, by price. */
  available: readonly ShippingOption[]
  exchange: Exchange | undefined
  chosenId: string | undefined
  onChoose: (id: string) => void
  onEstimate: ((request: EstimateRequestTexts) => void) | undefined
}

/** Analyses of one line, computed in the browser: the cost of the box, and the price of more weight. */
export function LineAnalysis({
  request,
  available,
  exchange,
  chosenId,
  onChoose,
  onEstimate,
}: LineAnalysisProps) {
  const tariffs = useTariffs(request.destination ?? '')
  const option = available.find(({ id }) => id === chosenId) ?? available[0]
  if (!option) return null
  const lineProps = { request, option, exchange }
  const withCard = (render: (card: RateCard) => ReactNode) =>
    tariffs.data ? (
      <Suspense>{render(tariffs.data.data.card)}</Suspense>
    ) : (
      tariffs.isError && <FetchFailed onRetry={() => tariffs.refetch()} />
    )
  return (
    <>
      {isSizeKnown(request) && (
        <section className="line-analysis results__volume js-only" aria-labelledby="volume-title">
          <h2 id="volume-title">Actual or volumetric weight?</h2>
          {withCard((card) => (
            <VolumetricCard {...lineProps} card={card} onEstimate={onEstimate} />
          ))}
        </section>
      )}
      <section className="line-analysis results__curve js-only" aria-labelledby="curve-title">
        <div className="line-analysis__head">
          <h2 id="curve-title">What more weight costs</h2>
          <LineSelect lines={available} chosenId={option.id} onChoose={onChoose} />
        </div>
        {withCard((card) => (
          <WeightCurve {...lineProps} card={card} available={available} />
        ))}
      </section>
    </>
  )
}

type LineSelectProps = {
  lines: readonly ShippingOption[]
  chosenId: string
  onChoose: (id: string) => void
}

function LineSelect({ lines, chosenId, onChoose }: LineSelectProps) {
  const id = useId()
  return (
    <div className="line-analysis__select">
      <label className="visually-hidden" htmlFor={id}>
        Line
      </label>
      <span className="selectwrap">
        <select
          className="input select"
          id={id}
          value={chosenId}
          onChange={({ target }) => onChoose(target.value)}
        >
          {lines.map((line) => (
            <option key={line.id} value={line.id}>
              {line.name}
            </option>
          ))}
        </select>
        <ChevronDown className="icon icon--s" aria-hidden />
      </span>
    </div>
  )
}

function FetchFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="line-analysis__failed">
      <p role="alert">Failed to fetch data!</p>
      <button type="button" className="btn" onClick={onRetry}>
        Try Again
      </button>
    </div>
  )
}
