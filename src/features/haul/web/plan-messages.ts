import type { CategoryGroup } from '#features/freight/category.ts'
import type { CurrencyEnum } from '#features/freight/option.ts'
import type { RateCard } from '#features/freight/rate-card.ts'
import type { ExchangeRates } from '#features/freight/tariffs.ts'
import type { AddedItemCost } from '../added-item-cost.ts'
import type { Haul } from '../haul.ts'
import type { HaulPlan } from '../haul-plan.ts'

/** What is to be planned; `turn` counts the questions, and only the answers to the last one are of use. */
export type PlanRequest = {
  turn: number
  haul: Haul
  card: RateCard
  categories: CategoryGroup[]
  rates: ExchangeRates
  /** ISO 4217, in which amounts are wanted. */
  currency: string
}

/** Comes in two parts, because what one more piece adds takes longer. */
export type PlanReply =
  | { turn: number; kind: 'plan'; answer: PlanAnswer }
  | { turn: number; kind: 'more'; added: AddedItemCost[] }
  | { turn: number; kind: 'failed' }

export type PlanAnswer = {
  plan: HaulPlan
  currency: CurrencyEnum
  /** ISO 4217, in which lines charge. */
  charged: string
  /** Of the goods, in smallest units; null where yuan cannot be exchanged into the currency. */
  goods: number | null
}
