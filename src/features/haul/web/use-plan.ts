import { useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { categoriesQuery } from '#features/freight/web/queries.ts'
import { tariffsQuery } from '#features/shipping/web/queries.ts'
import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { AddedItemCost } from '../added-item-cost.ts'
import type { Haul } from '../haul.ts'
import type { NewItem } from '../item-list.ts'
import type { CandidateCosts, PlanReply, PlanRequest, PlanResult } from './plan-messages.ts'

/** The pause in typing after which a plan is requested. */
const debounceMs = 150

export type PlanState = {
  /** The plan of the last planned haul; undefined before the first. */
  result: PlanResult | undefined
  /** The haul of `result`; the visitor's haul may have changed since. */
  haul: Haul
  /** The added cost of one more item; undefined while it is being computed. */
  added: readonly AddedItemCost[] | undefined
  /** The added cost of each candidate; undefined while it is being computed. */
  candidateCosts: CandidateCosts | undefined
  rates: ExchangeRates | undefined
  /** True while a newer plan is being computed. */
  isBusy: boolean
  isFailed: boolean
  retry: () => void
}

/** The last plan, with its haul. */
type LatestPlan = {
  haul?: Haul
  result?: PlanResult
  added?: readonly AddedItemCost[]
  costs?: CandidateCosts
  isFailed?: boolean
}
type PlanParameters = Omit<PlanRequest, 'requestId'>

const noCandidates: readonly NewItem[] = []

/** Plans a haul in a worker each time it or the currency changes; only the last request counts. */
export function usePlan(haul: Haul, currency: string, candidates = noCandidates): PlanState {
  const tariffs = useQuery({
    ...tariffsQuery(useApiClient(), haul.destination),
    enabled: haul.destination !== '',
  })
  const categories = useQuery(categoriesQuery())
  const [latest, setLatest] = useState<LatestPlan>({})
  const [retryCount, setRetryCount] = useState(0)
  // Rendering a plan has lower priority than typing.
  const worker = useMemo(() => createPlanWorker((change) => startTransition(() => setLatest(change))), [])
  useEffect(() => worker.stop, [worker])
  const canPlan =
    haul.destination !== '' && [...haul.items, ...candidates].some(({ grams }) => grams !== null)
  const { card, exchangeRates: rates, year } = tariffs.data?.data ?? {}
  const groups = categories.data
  useEffect(() => {
    if (!canPlan || !card || !rates || !year || !groups) return undefined
    const timer = setTimeout(
      () => worker.requestPlan({ haul, card, year, rates, categories: groups, currency, candidates }),
      debounceMs,
    )
    return () => clearTimeout(timer)
  }, [worker, haul, card, year, rates, groups, currency, candidates, canPlan, retryCount]) // a retry sends the same request
  const isFailed = tariffs.isError || categories.isError || latest.isFailed === true
  return {
    result: canPlan ? latest.result : undefined,
    haul: latest.haul ?? haul,
    added: canPlan ? latest.added : undefined,
    candidateCosts: canPlan ? latest.costs : undefined,
    rates,
    isBusy: canPlan && !isFailed && latest.haul !== haul,
    isFailed: canPlan && isFailed,
    retry: () => {
      if (tariffs.isError) void tariffs.refetch()
      if (categories.isError) void categories.refetch()
      setLatest({})
      setRetryCount((count) => count + 1)
    },
  }
}

/** A worker that starts with the first request; only replies to the last request are used. */
function createPlanWorker(updateLatest: (change: (latest: LatestPlan) => LatestPlan) => void) {
  let worker: Worker | undefined
  let requestId = 0
  let requestedHaul: Haul | undefined

  function handleReply(reply: PlanReply): void {
    if (reply.requestId !== requestId || !requestedHaul) return
    const haul = requestedHaul
    if (reply.kind === 'plan')
      updateLatest(({ added, costs }) => ({
        haul,
        result: reply.result,
        ...(added && { added }),
        ...(costs && { costs }),
      }))
    else if (reply.kind === 'more') updateLatest((latest) => ({ ...latest, added: reply.added }))
    else if (reply.kind === 'candidates') updateLatest((latest) => ({ ...latest, costs: reply.costs }))
    else fail()
  }

  function fail(): void {
    stop()
    updateLatest((latest) => ({ ...latest, isFailed: true }))
  }

  function startWorker(): Worker {
    const newWorker = new Worker(new URL('./plan-worker.ts', import.meta.url), { type: 'module' })
    newWorker.addEventListener('message', ({ data }: MessageEvent<PlanReply>) => handleReply(data))
    newWorker.addEventListener('error', fail) // its code failed to load, or it crashed
    return newWorker
  }

  function stop(): void {
    worker?.terminate()
    worker = undefined
  }

  return {
    stop,
    requestPlan(parameters: PlanParameters): void {
      requestId += 1
      requestedHaul = parameters.haul
      worker ??= startWorker()
      worker.postMessage({ ...parameters, requestId } satisfies PlanRequest)
    },
  }
}
