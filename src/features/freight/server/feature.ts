import type { Platform } from '#platform/platform.ts'
import { createActiveCard } from './active-card.ts'
import { createExchangeRates } from './exchange-rates.ts'

/** The active rate card and the exchange rates, from which every price of shipping is computed. */
export function createFreightFeature({ config, db, invalidation, outbound, log }: Platform) {
  const url = config.exchangeRatesUrl
  const activeCard = createActiveCard({ db, invalidation })
  const exchangeRates = createExchangeRates({ db, outbound, url, invalidation, log })
  return {
    activeCard,
    exchangeRates,
    /** Resolves to a function that tells whether the active card has a line to a country, by its code. */
    readServed: async () => {
      const { compiled } = await activeCard.current()
      return (country: string) => compiled.linesByCountry.has(country)
    },
    hourly: { 'exchange-rates': exchangeRates.refresh },
    close: exchangeRates.close,
  }
}
