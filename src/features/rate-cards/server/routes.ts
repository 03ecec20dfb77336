import type { Handlers } from '#shared/server/register-routes.ts'
import type { RateCardsContract } from '../contract.ts'
import { rateCardText } from '../texts-and-limits.ts'
import type { RateCards } from './rate-cards.ts'

/** Handlers of the calls on versions of the rate card. */
export function rateCardHandlers({ rateCards }: { rateCards: RateCards }): Handlers<RateCardsContract> {
  return {
    getRateCards: async () => ({ data: await rateCards.list() }),
    importRateCard: async ({ body: { activate, ...source }, session, caller }) => {
      const data = await rateCards.import(source, { activate }, { session, caller })
      return { data, message: data.card.active ? rateCardText.importedActive : rateCardText.imported }
    },
    setRateCard: async ({ query, session, caller }) => {
      const data = await rateCards.setActive(query.card_id, query.active, { session, caller })
      return { data, message: data.active ? rateCardText.activated : rateCardText.notActive }
    },
    getRateCard: async ({ query }) => ({ data: (await rateCards.read(query.card_id)).card }),
    compareRateCards: async ({ query }) => ({ data: await rateCards.compare(query.card_id) }),
  }
}
