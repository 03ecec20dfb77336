import type { Platform } from '#platform/platform.ts'
import { createRateCards } from './rate-cards.ts'
import { rateCardHandlers } from './routes.ts'

type RateCardsNeeds = { activeCard: { invalidate: () => void } }

export function createRateCardsFeature({ db }: Platform, { activeCard }: RateCardsNeeds) {
  return { handlers: rateCardHandlers({ rateCards: createRateCards({ db, activeCard }) }) }
}
