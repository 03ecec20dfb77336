import type { Platform } from '#platform/platform.ts'
import { createRateCards } from './rate-cards.ts'
import { rateCardHandlers } from './routes.ts'

export function createRateCardsFeature({ db }: Platform) {
  return { handlers: rateCardHandlers({ rateCards: createRateCards({ db }) }) }
}
