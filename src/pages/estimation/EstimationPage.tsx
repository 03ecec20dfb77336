import './EstimationPage.css'
import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  buildEstimateUrl,
  type EstimateRequestTexts,
  getEstimateRequest,
  isEmptySearch,
  isEstimateRequested,
  parseEstimateSearch,
} from '#features/shipping/estimate-search.ts'
import { shippingText } from '#features/shipping/texts.ts'
import { EstimateForm, type EstimateFormHandle } from '#features/shipping/web/form/EstimateForm.tsx'
import { EstimateSkeleton } from '#features/shipping/web/form/EstimateSkeleton.tsx'
import { estimationQuery } from '#features/shipping/web/queries.ts'
import { type EditedPart, EstimateSummary } from '#features/shipping/web/results/EstimateSummary.tsx'
import { useIdleCallback } from '#features/shipping/web/use-idle-callback.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { getErrorMessage } from '#shared/failure.ts'
import { paths } from '#shared/paths.ts'
import { useNavigate, useSearchParams } from '#shared/web/navigation/router.tsx'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'

const loadResults = () => import('#features/shipping/web/results/EstimateResults.tsx')
// Loaded at once on the server, which cannot wait; a browser loads the code when a page has results.
const EstimateResults = import.meta.env.SSR
  ? (await loadResults()).EstimateResults
  : lazy(async () => ({ default: (await loadResults()).EstimateResults }))

const headingId = 'calculator'
const lead = 'Compare every shipping line for your parcel, fee by fee.'

/** §2 "Shipping Calculator": a parcel's price on every line, and why. The URL holds the request. */
export default function EstimationPage() {
  const search = parseEstimateSearch(useSearchParams())
  const request = getEstimateRequest(search)
  const url = buildEstimateUrl(search)
  const form = useRef<EstimateFormHandle>(null)
  const summary = useRef<HTMLParagraphElement>(null)
  const [isBusy, setBusy] = useState(false)
  const isRequested = isEstimateRequested(search)
  const estimation = useQuery({ ...estimationQuery(useApiClient(), request), enabled: isRequested })
  const showEstimate = useShowEstimate(url, summary)
  const editing = useEditing(url, request, form)
  useIdleCallback(loadResults)
  const isEmpty = isEmptySearch(search)
  const errors = isRequested ? estimation.data?.errors : undefined
  const options = isRequested ? estimation.data?.options : undefined
  // The form is cleared after an estimate; it shows a request that has an invalid field or is not sent yet.
  const isPrefilled = !isEmpty && (!isRequested || errors !== undefined)
  const isWaiting = isBusy || (isRequested && estimation.isFetching)
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
            key={isPrefilled ? url : ''}
            labelledBy={headingId}
            ref={form}
            {...(isPrefilled && { initial: request })}
            {...(errors && { fieldErrors: errors })}
            onBusy={setBusy}
            onEstimated={(newRequest) => {
              editing.close()
              showEstimate(newRequest)
            }}
          />
        </div>
        {options ? (
          <>
            <div className="estimation-page__asked">
              <EstimateSummary request={request} ref={summary} onEdit={editing.open} />
            </div>
            <Suspense fallback={<ResultsLoading />}>
              <EstimateResults key={url} request={request} options={options} onEstimate={showEstimate} />
            </Suspense>
          </>
        ) : (
          <div className="estimation-page__place">
            {isWaiting ? (
              <EstimateSkeleton />
            ) : estimation.isError ? (
              <ResultsError
                text={getErrorMessage(estimation.error, shippingText.notFetched)}
                onRetry={() => estimation.refetch()}
              />
            ) : (
              <ResultsPlaceholder />
            )}
          </div>
        )}
      </div>
    </>
  )
}

/** The form is hidden once there are results; Edit shows it with the request, until the next results. */
function useEditing(url: string, request: EstimateRequestTexts, form: RefObject<EstimateFormHandle | null>) {
  const [editedUrl, setEditedUrl] = useState<string>()
  return {
    isOpen: editedUrl === url,
    open(part: EditedPart) {
      flushSync(() => setEditedUrl(url)) // a hidden element cannot take the focus
      form.current?.fill(request, part)
    },
    close: () => setEditedUrl(undefined),
  }
}

/** The placeholder of the results before the first request: the outline of a receipt on the mat. */
function ResultsPlaceholder() {
  return (
    <EmptyState
      name="Results"
      className="empty--tall"
      text="Your shipping options will appear here."
      drawing={
        <>
          <path d="M62 12h76v96l-6 6-6-6-7 6-6-6-6 6-7-6-6 6-6-6-7 6-6-6-6 6-7-6z" />
          <path d="M74 32h52M74 48h52M74 64h52M96 86h30" />
        </>
      }
    />
  )
}

/** Below the summary of the request. */
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

/** Navigates to the URL of an estimate, which can be shared and found in the history; then moves the focus there. */
function useShowEstimate(url: string, summary: RefObject<HTMLElement | null>) {
  const navigate = useNavigate()
  const pendingUrl = useRef<string>(undefined)
  useEffect(() => {
    if (pendingUrl.current !== url || !summary.current) return
    pendingUrl.current = undefined
    focusSummary(summary.current)
  })
  return (request: EstimateRequestTexts) => {
    pendingUrl.current = buildEstimateUrl(request)
    navigate(pendingUrl.current, { preventScrollReset: true })
  }
}

/** Scrolls the summary to the top when it is above the window, under the sticky header, or in the lower half. */
function focusSummary(summary: HTMLElement): void {
  summary.focus({ preventScroll: true })
  const { top } = summary.getBoundingClientRect()
  const { scrollPaddingTop } = getComputedStyle(document.documentElement)
  const { scrollMarginTop } = getComputedStyle(summary)
  const visibleTop = Number.parseFloat(scrollPaddingTop) + Number.parseFloat(scrollMarginTop)
  if (top < visibleTop || top > innerHeight / 2) summary.scrollIntoView({ block: 'start' })
}
