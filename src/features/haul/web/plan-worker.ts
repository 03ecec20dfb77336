import { type CompiledCard, compileCard } from '#features/freight/engine/compile-card.ts'
import { getLinesForCountry } from '#features/freight/engine/estimate.ts'
import { convertFen, createIdentityExchange, findExchange } from '#features/freight/engine/exchange.ts'
import { type AddedItemCost, sampleItems } from '../added-item-cost.ts'
import { getGoodsTotalFen } from '../haul.ts'
import { Planner } from '../haul-plan.ts'
import { getPieceGroupKey } from '../piece-groups.ts'
import type { PlanReply, PlanRequest } from './plan-messages.ts'

/** Plans hauls in a worker, so that typing is never delayed. A newer request stops the work on an older one. */
let newestRequest: PlanRequest | undefined
let isBusy = false
let cachedCard: { key: string; card: CompiledCard } | undefined

addEventListener('message', ({ data }: MessageEvent<PlanRequest>) => {
  newestRequest = data
  if (!isBusy) void handleNewestRequests()
})

async function handleNewestRequests(): Promise<void> {
  isBusy = true
  for (let handledRequest: PlanRequest | undefined; newestRequest !== handledRequest; ) {
    handledRequest = newestRequest
    if (handledRequest) await handleRequest(handledRequest)
  }
  isBusy = false
}

async function handleRequest(request: PlanRequest): Promise<void> {
  try {
    const planner = preparePlanner(request)
    const addedCosts: AddedItemCost[] = []
    for (const { name, ...piece } of sampleItems) {
      await yieldToMessages()
      if (newestRequest !== request) return
      addedCosts.push({
        name,
        grams: piece.grams,
        ...planner.computeAddedCost({ ...emptyItem, ...piece, name }),
      })
    }
    postReply({ requestId: request.requestId, kind: 'more', added: addedCosts })
    await reportCandidateCosts(request, planner)
  } catch {
    postReply({ requestId: request.requestId, kind: 'failed' }) // the card has figures too large for exact arithmetic
  }
}

/** Reports costs while they are computed, a few times a second: there may be 1,000 candidates. */
async function reportCandidateCosts({ requestId, candidates }: PlanRequest, planner: Planner): Promise<void> {
  const costs = new Map<string, number | null>()
  let reportedAt = performance.now()
  for (const item of candidates) {
    const { grams, sidesMm, category } = item
    if (grams === null) continue
    const key = getPieceGroupKey({ grams, sidesMm, category })
    if (costs.has(key)) continue
    await yieldToMessages()
    if (newestRequest?.requestId !== requestId) return
    costs.set(key, planner.computeAddedCost({ ...item, id: -1 }).split)
    if (performance.now() - reportedAt < reportIntervalMs) continue
    postReply({ requestId, kind: 'candidates', costs })
    reportedAt = performance.now()
  }
  postReply({ requestId, kind: 'candidates', costs })
}

const reportIntervalMs = 250

const emptyItem = { id: -1, quantity: 1, priceFen: null, offer: null, sku: null, variant: '', picture: '' }

function preparePlanner({ requestId, haul, card, year, categories, rates, currency }: PlanRequest): Planner {
  const key = `${year} ${JSON.stringify(card)}`
  if (cachedCard?.key !== key) cachedCard = { key, card: compileCard(card, categories, year) }
  const exchange = findExchange(rates, card.currency, currency) ?? createIdentityExchange(card.currency)
  const fromYuan = findExchange(rates, 'CNY', exchange.to)
  const planner = new Planner({
    haul,
    lines: getLinesForCountry(cachedCard.card, haul.destination),
    exchange,
  })
  const goods = fromYuan ? convertFen(getGoodsTotalFen(haul.items), fromYuan) : null
  const result = { plan: planner.plan(), currency: exchange.currency, charged: card.currency, goods }
  postReply({ requestId, kind: 'plan', result })
  return planner
}

function postReply(message: PlanReply): void {
  postMessage(message)
}

/** Yields, so that waiting messages are handled. */
function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
