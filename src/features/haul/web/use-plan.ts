import { useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useMemo, useState } from 'react'
import type { ExchangeRates } from '#features/freight/tariffs.ts'
import { categoriesQuery } from '#features/freight/web/queries.ts'
import { tariffsQuery } from '#features/shipping/web/queries.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { AddedItemCost } from '../added-item-cost.ts'
import type { Haul } from '../haul.ts'
import type { NewItem } from '../item-list.ts'
import type { CandidateCosts, PlanAnswer, PlanReply, PlanRequest } from './plan-messages.ts'

/** A pause in typing, in ms, after which a plan is made. */
const pauseMs = 150

export type PlanState = {
  /** Of the last haul that was planned; undefined before the first. */
  answer: PlanAnswer | undefined
  /** The haul that the answer speaks of; it may have changed since. */
  haul: Haul
  /** What one more item adds; undefined while it is being computed. */
  added: readonly AddedItemCost[] | undefined
  /** What each of the candidates would add; undefined while it is being computed. */
  candidateCosts: CandidateCosts | undefined
  rates: ExchangeRates | undefined
  /** A newer plan is being computed. */
  isBusy: boolean
  isFailed: boolean
  retry: () => void
}

/** The last plan, with the haul it was made for. */
type LatestPlan = {
  haul?: Haul
  answer?: PlanAnswer
  added?: readonly AddedItemCost[]
  costs?: CandidateCosts
  isFailed?: boolean
}
type PlanParameters = Omit<PlanRequest, 'turn'>

const noCandidates: readonly NewItem[] = []

/** Plans a haul each time it or the currency changes, beside the page; the last haul wins. */
export function usePlan(haul: Haul, currency: string, candidates = noCandidates): PlanState {
  const tariffs = useQuery({
    ...tariffsQuery(useApiClient(), haul.destination),
    enabled: haul.destination !== '',
  })
  const categories = useQuery(categoriesQuery())
  const [latest, setLatest] = useState<LatestPlan>({})
  const [tries, setTries] = useState(0)
  // Rendering an answer has lower priority than typing.
  const worker = useMemo(() => createPlanWorker((change) => startTransition(() => setLatest(change))), [])
  useEffect(() => worker.end, [worker])
  const isWorth =
    haul.destination !== '' && [...haul.items, ...candidates].some(({ grams }) => grams !== null)
  const { card, exchangeRates: rates } = tariffs.data?.data ?? {}
  const groups = categories.data
  useEffect(() => {
    if (!isWorth || !card || !rates || !groups) return undefined
    const timer = setTimeout(
      () => worker.ask({ haul, card, rates, categories: groups, currency, candidates }),
      pauseMs,
    )
    return () => clearTimeout(timer)
  }, [worker, haul, card, rates, groups, currency, candidates, isWorth, tries]) // another try asks the same again
  const isFailed = tariffs.isError || categories.isError || latest.isFailed === true
  return {
    answer: isWorth ? latest.answer : undefined,
    haul: latest.haul ?? haul,
    added: isWorth ? latest.added : undefined,
    candidateCosts: isWorth ? latest.costs : undefined,
    rates,
    isBusy: isWorth && !isFailed && latest.haul !== haul,
    isFailed: isWorth && isFailed,
    retry: () => {
      if (tariffs.isError) void tariffs.refetch()
      if (categories.isError) void categories.refetch()
      setLatest({})
      setTries((count) => count + 1)
    },
  }
}

/** A worker that starts with the first request; only replies to the last request are used. */
function createPlanWorker(take: (change: (latest: LatestPlan) => LatestPlan) => void) {
  let worker: Worker | undefined
  let turn = 0
  let asked: Haul | undefined

  function handleReply(reply: PlanReply): void {
    if (reply.turn !== turn || !asked) return
    const haul = asked
    if (reply.kind === 'plan')
      take(({ added, costs }) => ({
        haul,
        answer: reply.answer,
        ...(added && { added }),
        ...(costs && { costs }),
      }))
    else if (reply.kind === 'more') take((latest) => ({ ...latest, added: reply.added }))
    else if (reply.kind === 'candidates') take((latest) => ({ ...latest, costs: reply.costs }))
    else fail()
  }

  function fail(): void {
    end()
    take((latest) => ({ ...latest, isFailed: true }))
  }

  function start(): Worker {
    const started = new Worker(new URL('./plan-worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', ({ data }: MessageEvent<PlanReply>) => handleReply(data))
    started.addEventListener('error', fail) // its code failed to load, or it crashed
    return started
  }

  function end(): void {
    worker?.terminate()
    worker = undefined
  }

  return {
    end,
    ask(question: PlanParameters): void {
      turn += 1
      asked = question.haul
      worker ??= start()
      worker.postMessage({ ...question, turn } satisfies PlanRequest)
    },
  }
}
