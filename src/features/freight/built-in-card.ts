import { type RateCard, rateCard } from '#shared/freight/rate-card.ts'
import defaultCard from './built-in/default-card.json' with { type: 'json' }

/** A rate card with the id and name that it is stored and sent with. */
export type NamedCard = RateCard & { id: string; name: string }

/** The name of the built-in card; no version can take it. */
export const builtInCardId = defaultCard.id

/** The built-in card. */
export const builtInCard: NamedCard = {
  ...rateCard.parse(defaultCard),
  id: builtInCardId,
  name: defaultCard.name,
}
