import defaultCard from './built-in/default-card.json' with { type: 'json' }
import { type RateCard, rateCard } from './rate-card.ts'

/** A card as it is stored and sent: its id is the name by which it is asked for. */
export type NamedCard = RateCard & { id: string; name: string }

/** The name of the card that comes with the site; no version can take it. */
export const embeddedId = defaultCard.id

/** The card that comes with the site. */
export const embeddedCard: NamedCard = {
  ...rateCard.parse(defaultCard),
  id: embeddedId,
  name: defaultCard.name,
}
