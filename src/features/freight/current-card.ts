import type { CompiledCard } from './engine/compile-card.ts'
import type { RateCard } from './rate-card.ts'
import type { ExchangeRates } from './tariffs.ts'

/** The card that prices are taken from, compiled. */
export type CurrentCard = {
  id: string
  card: RateCard
  compiled: CompiledCard
  /** Those that came with the card; without them the site's own are used. */
  exchangeRates: ExchangeRates | undefined
}

/** Where estimates get the current card and rates. */
export type FreightSources = {
  activeCard: { current: () => Promise<CurrentCard> }
  exchangeRates: { current: () => Promise<ExchangeRates> }
}
