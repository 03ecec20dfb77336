import type { CategoryGroup } from '#features/freight/category.ts'
import type { CurrencyEnum } from '#features/freight/option.ts'
import type { RateCard } from '#features/freight/rate-card.ts'
import type { ExchangeRates } from '#features/freight/tariffs.ts'
import type { AddedItemCost } from '../added-item-cost.ts'
import type { Haul } from '../haul.ts'
import type { HaulPlan } from '../haul-plan.ts'
import type { NewItem } from '../item-list.ts'

/** A plan request; `turn` counts the requests, and only replies to the last one are used. */
export type PlanRequest = {
  turn: number
  haul: Haul
  card: RateCard
  categories: CategoryGroup[]
  rates: ExchangeRates
  /** ISO 4217, in which amounts are wanted. */
  currency: string
  /** Items outside of the haul, of which the effect of each is wanted. */
  candidates: readonly NewItem[]
}

/** Comes in parts, because the effect of one more piece takes longer to compute. */
export type PlanReply =
  | { turn: number; kind: 'plan'; answer: PlanAnswer }
  | { turn: number; kind: 'more'; added: AddedItemCost[] }
  | { turn: number; kind: 'candidates'; costs: CandidateCosts }
  | { turn: number; kind: 'failed' }

/** What one more piece adds to the cheapest split, in smallest units, by `getPieceGroupKey`; null where no line takes it. */
export type CandidateCosts = ReadonlyMap<string, number | null>

export type PlanAnswer = {
  plan: HaulPlan
  currency: CurrencyEnum
  /** ISO 4217, in which lines charge. */
  charged: string
  /** Price of the items, in smallest units; null where yuan cannot be converted into the currency. */
  goods: number | null
}
