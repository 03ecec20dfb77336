import type { CompiledCard } from './engine/compile-card.ts'
import type { RateCard } from './rate-card.ts'
import type { ExchangeRates } from './tariffs.ts'

/** The card that prices are taken from, ready for quotes. */
export type CurrentCard = {
  id: string
  card: RateCard
  compiled: CompiledCard
  /** Those that came with the card; the site's own count where there are none. */
  exchangeRates: ExchangeRates | undefined
}

/** From where estimates take what counts now. */
export type FreightSources = {
  activeCard: { current: () => Promise<CurrentCard> }
  exchangeRates: { current: () => Promise<ExchangeRates> }
}
