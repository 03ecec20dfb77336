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
    hourly: { 'exchange-rates': exchangeRates.refresh },
    close: exchangeRates.close,
  }
}
