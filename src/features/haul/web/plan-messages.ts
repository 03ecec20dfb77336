import type { CurrencyEnum } from '#features/freight/option.ts'
import type { CategoryGroup } from '#features/freight/public-lists.ts'
import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import type { AddedItemCost } from '../added-item-cost.ts'
import type { Haul } from '../haul.ts'
import type { HaulPlan } from '../haul-plan.ts'
import type { NewItem } from '../item-list.ts'

/** A plan request; `turn` counts the requests, and only replies to the last one are used. */
export type PlanRequest = {
  requestId: number
  haul: Haul
  card: RateCard
  /** The server's current year, by which the card's prices are old. */
  year: number
  categories: CategoryGroup[]
  rates: ExchangeRates
  /** ISO 4217; the currency of the amounts in the replies. */
  currency: string
  /** Items outside the haul; the cost of adding each is requested. */
  candidates: readonly NewItem[]
}

/** Replies come in parts, because the cost of one more piece takes longer to compute. */
export type PlanReply =
  | { requestId: number; kind: 'plan'; result: PlanResult }
  | { requestId: number; kind: 'more'; added: AddedItemCost[] }
  | { requestId: number; kind: 'candidates'; costs: CandidateCosts }
  | { requestId: number; kind: 'failed' }

/** The cost of one more piece in the cheapest split, in smallest units, by `getPieceGroupKey`; null when no line takes it. */
export type CandidateCosts = ReadonlyMap<string, number | null>

export type PlanResult = {
  plan: HaulPlan
  currency: CurrencyEnum
  /** ISO 4217; the currency that lines charge in. */
  charged: string
  /** The price of the items, in smallest units; null when there is no exchange rate from yuan. */
  goods: number | null
}
