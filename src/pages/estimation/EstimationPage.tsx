import './EstimationPage.css'
import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  buildEstimateUrl,
  type EstimateSearch,
  isEstimateRequested,
  parseEstimateSearch,
} from '#features/shipping/estimate-search.ts'
import { shippingText } from '#features/shipping/spec.ts'
import { EstimateForm, type EstimateFormHandle } from '#features/shipping/web/form/EstimateForm.tsx'
import { EstimateSkeleton } from '#features/shipping/web/form/EstimateSkeleton.tsx'
import { estimationQuery } from '#features/shipping/web/queries.ts'
import { type EditedPart, EstimateSummary } from '#features/shipping/web/results/EstimateSummary.tsx'
import { useIdleCallback } from '#features/shipping/web/use-idle-callback.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { ResultsPlace } from '#pages/estimation/ResultsPlace.tsx'
import { getErrorMessage } from '#shared/failure.ts'
import { paths } from '#shared/paths.ts'
import { useNavigate, useSearchParams } from '#shared/web/navigation/router.tsx'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'

const loadResults = () => import('#features/shipping/web/results/EstimateResults.tsx')
// Imported statically on the server, which cannot wait; a browser whose page shows none does not load their
// code.
const EstimateResults = import.meta.env.SSR
  ? (await loadResults()).EstimateResults
  : lazy(async () => ({ default: (await loadResults()).EstimateResults }))

const headingId = 'calculator'
const lead = 'Compare every shipping line for your parcel, fee by fee.'

/** §2 "Shipping Calculator": a parcel's price on every line, and why. The URL holds the request. */
export default function EstimationPage() {
  const search = parseEstimateSearch(useSearchParams())
  const form = useRef<EstimateFormHandle>(null)
  const asked = useRef<HTMLParagraphElement>(null)
  const [isBusy, setBusy] = useState(false)
  const isAsked = isEstimateRequested(search)
  const answer = useQuery({ ...estimationQuery(useApiClient(), search), enabled: isAsked })
  const show = useShowing(search, asked)
  const editing = useEditing(search, form)
  useIdleCallback(loadResults)
  const isEmpty = Object.values(search).every((text) => text === undefined)
  const errors = isAsked ? answer.data?.errors : undefined
  const options = isAsked ? answer.data?.options : undefined
  // An answered request is cleared from the form; one with a wrong field, or not yet sent, is shown in it.
  const begins = !isEmpty && (!isAsked || errors !== undefined)
  const isWaiting = isBusy || (isAsked && answer.isFetching)
  return (
    <>
      <PageHead title={shippingText.title} description={lead} path={paths.estimation()} isIndexed={isEmpty} />
      <div className="wrap estimation-page">
        <header className="estimation-page__head">
          <h1 id={headingId}>{shippingText.title}</h1>
          <p className="muted">
            <span>{`${lead} `}</span>
            <a href={paths.haul()}>Shipping several items? Plan a haul.</a>
          </p>
        </header>
        <div className="estimation-page__form" hidden={options !== undefined && !editing.isOpen}>
          <EstimateForm
            key={begins ? buildEstimateUrl(search) : ''}
            labelledBy={headingId}
            ref={form}
            {...(begins && { initial: search })}
            {...(errors && { faults: errors })}
            onBusy={setBusy}
            onAnswer={(question) => {
              editing.close()
              show(question)
            }}
          />
        </div>
        {options ? (
          <>
            <div className="estimation-page__asked">
              <EstimateSummary search={search} ref={asked} onEdit={editing.open} />
            </div>
            <Suspense fallback={<ResultsLoading />}>
              <EstimateResults
                key={buildEstimateUrl(search)}
                search={search}
                options={options}
                onEstimate={show}
              />
            </Suspense>
          </>
        ) : (
          <div className="estimation-page__place">
            {isWaiting ? (
              <EstimateSkeleton />
            ) : answer.isError ? (
              <ResultsError
                text={getErrorMessage(answer.error, shippingText.notFetched)}
                onRetry={() => answer.refetch()}
              />
            ) : (
              <ResultsPlace />
            )}
          </div>
        )}
      </div>
    </>
  )
}

/** Once there is an answer the form is folded; Edit opens it with the request, until another is answered. */
function useEditing(search: EstimateSearch, form: RefObject<EstimateFormHandle | null>) {
  const address = buildEstimateUrl(search)
  const [edited, setEdited] = useState<string>()
  return {
    isOpen: edited === address,
    open(part: EditedPart) {
      flushSync(() => setEdited(address)) // what is hidden takes no focus
      form.current?.fill(search, part)
    },
    close: () => setEdited(undefined),
  }
}

/** Below the line that repeats the request. */
function ResultsLoading() {
  return (
    <div className="results__list">
      <EstimateSkeleton />
    </div>
  )
}

function ResultsError({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Callout variant="bad" title={text} role="alert">
      <span>
        <button type="button" className="btn" onClick={onRetry}>
          Try Again
        </button>
      </span>
    </Callout>
  )
}

/**
 * Navigates to the answer's own URL, so that it can be shared and gone back to; then the focus moves there.
 */
function useShowing(search: EstimateSearch, asked: RefObject<HTMLElement | null>) {
  const navigate = useNavigate()
  const awaited = useRef<string>(undefined)
  const address = buildEstimateUrl(search)
  useEffect(() => {
    if (awaited.current !== address || !asked.current) return
    awaited.current = undefined
    scrollToLine(asked.current)
  })
  return ({ sent: _sent, edit: _edit, ...question }: EstimateSearch) => {
    awaited.current = buildEstimateUrl(question)
    navigate(awaited.current, { preventScrollReset: true })
  }
}

/** Scrolls to the top when it would be out of sight, or at the lower edge without its content. */
function scrollToLine(line: HTMLElement): void {
  line.focus({ preventScroll: true })
  const { top } = line.getBoundingClientRect()
  if (top < 0 || top > innerHeight / 2) line.scrollIntoView({ block: 'start' })
}
