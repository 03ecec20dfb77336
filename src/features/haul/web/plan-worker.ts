import { type CompiledCard, compileCard } from '#features/freight/engine/compile-card.ts'
import { getLinesForCountry } from '#features/freight/engine/estimate.ts'
import { convertFen, createIdentityExchange, findExchange } from '#features/freight/engine/exchange.ts'
import { type AddedItemCost, sampleItems } from '../added-item-cost.ts'
import { getGoodsTotalFen } from '../haul.ts'
import { Planner } from '../haul-plan.ts'
import { getPieceGroupKey } from '../piece-groups.ts'
import type { PlanReply, PlanRequest } from './plan-messages.ts'

/** Plans hauls beside the page, so that typing never waits for it. A newer question ends the work on an older one. */
let newest: PlanRequest | undefined
let isWorking = false
let compiled: { key: string; card: CompiledCard } | undefined

addEventListener('message', ({ data }: MessageEvent<PlanRequest>) => {
  newest = data
  if (!isWorking) void handleNewestRequests()
})

async function handleNewestRequests(): Promise<void> {
  isWorking = true
  for (let done: PlanRequest | undefined; newest !== done; ) {
    done = newest
    if (done) await handleRequest(done)
  }
  isWorking = false
}

async function handleRequest(request: PlanRequest): Promise<void> {
  try {
    const planner = preparePlanner(request)
    const added: AddedItemCost[] = []
    for (const { name, ...piece } of sampleItems) {
      await yieldToMessages()
      if (newest !== request) return
      added.push({ name, grams: piece.grams, ...planner.oneMore({ ...emptyItem, ...piece, name }) })
    }
    postReply({ turn: request.turn, kind: 'more', added })
    await weighCandidates(request, planner)
  } catch {
    postReply({ turn: request.turn, kind: 'failed' }) // a card with figures beyond exact numbers
  }
}

/** Told of as they are known, a few times a second: there may be a thousand. */
async function weighCandidates({ turn, candidates }: PlanRequest, planner: Planner): Promise<void> {
  const costs = new Map<string, number | null>()
  let toldAt = performance.now()
  for (const item of candidates) {
    const { grams, sidesMm, category } = item
    if (grams === null) continue
    const key = getPieceGroupKey({ grams, sidesMm, category })
    if (costs.has(key)) continue
    await yieldToMessages()
    if (newest?.turn !== turn) return
    costs.set(key, planner.oneMore({ ...item, id: -1 }).split)
    if (performance.now() - toldAt < candidatePauseMs) continue
    postReply({ turn, kind: 'candidates', costs })
    toldAt = performance.now()
  }
  postReply({ turn, kind: 'candidates', costs })
}

const candidatePauseMs = 250

const emptyItem = { id: -1, quantity: 1, price: null, offer: null, sku: null, variant: '', picture: '' }

function preparePlanner({ turn, haul, card, categories, rates, currency }: PlanRequest): Planner {
  const key = JSON.stringify(card)
  if (compiled?.key !== key) compiled = { key, card: compileCard(card, categories) }
  const money = findExchange(rates, card.currency, currency) ?? createIdentityExchange(card.currency)
  const fromYuan = findExchange(rates, 'CNY', money.to)
  const planner = new Planner({ haul, lines: getLinesForCountry(compiled.card, haul.destination), money })
  const goods = fromYuan ? convertFen(getGoodsTotalFen(haul.items), fromYuan) : null
  const answer = { plan: planner.plan(), currency: money.currency, charged: card.currency, goods }
  postReply({ turn, kind: 'plan', answer })
  return planner
}

function postReply(message: PlanReply): void {
  postMessage(message)
}

/** Yields, so that waiting messages are handled. */
function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
