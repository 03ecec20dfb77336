import { type CompiledCard, compileCard } from '#features/freight/engine/compile-card.ts'
import { getLinesForCountry } from '#features/freight/engine/estimate.ts'
import { converted, exchangeOf, ownCurrency } from '#features/freight/engine/exchange.ts'
import { type AddedItemCost, sampleItems } from '../added-item-cost.ts'
import { getGoodsTotalFen } from '../haul.ts'
import { Planner } from '../haul-plan.ts'
import type { PlanReply, PlanRequest } from './plan-messages.ts'

/** Plans hauls beside the page, so that typing never waits for it. A newer question ends the work on an older one. */
let newest: PlanRequest | undefined
let isWorking = false
let compiled: { key: string; card: CompiledCard } | undefined

addEventListener('message', ({ data }: MessageEvent<PlanRequest>) => {
  newest = data
  if (!isWorking) void work()
})

async function work(): Promise<void> {
  isWorking = true
  for (let done: PlanRequest | undefined; newest !== done; ) {
    done = newest
    if (done) await answer(done)
  }
  isWorking = false
}

async function answer(request: PlanRequest): Promise<void> {
  try {
    const planner = plannerFor(request)
    const added: AddedItemCost[] = []
    for (const { name, ...piece } of sampleItems) {
      await letOthersIn()
      if (newest !== request) return
      added.push({ name, grams: piece.grams, ...planner.oneMore({ ...nothing, ...piece, name }) })
    }
    reply({ turn: request.turn, kind: 'more', added })
  } catch {
    reply({ turn: request.turn, kind: 'failed' }) // a card with figures beyond exact numbers
  }
}

const nothing = { id: -1, quantity: 1, price: null, offer: null, picture: '' }

function plannerFor({ turn, haul, card, categories, rates, currency }: PlanRequest): Planner {
  const key = JSON.stringify(card)
  if (compiled?.key !== key) compiled = { key, card: compileCard(card, categories) }
  const money = exchangeOf(rates, card.currency, currency) ?? ownCurrency(card.currency)
  const fromYuan = exchangeOf(rates, 'CNY', money.to)
  const planner = new Planner({ haul, lines: getLinesForCountry(compiled.card, haul.destination), money })
  const goods = fromYuan ? converted(getGoodsTotalFen(haul.items), fromYuan) : null
  const answer = { plan: planner.plan(), currency: money.currency, charged: card.currency, goods }
  reply({ turn, kind: 'plan', answer })
  return planner
}

function reply(message: PlanReply): void {
  postMessage(message)
}

/** Yields, so that waiting messages are handled. */
function letOthersIn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
