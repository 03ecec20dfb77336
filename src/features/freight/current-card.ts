import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import type { CompiledCard } from './engine/compile-card.ts'

/** The active card, compiled. */
export type CurrentCard = {
  id: string
  card: RateCard
  compiled: CompiledCard
  /** The current year (UTC), by which the card's prices are old. */
  year: number
  /** The rates of the card; when undefined, the site's own are used. */
  exchangeRates: ExchangeRates | undefined
}

/** The queries that depend on the active card. */
export const cardQueries = [['getTariffs'], ['getDestinations'], ['get_estimation'], ['getAllProduct']]

/** The services that estimates get the current card and rates from. */
export type FreightSources = {
  activeCard: { current: () => Promise<CurrentCard> }
  exchangeRates: { current: () => Promise<ExchangeRates> }
}
