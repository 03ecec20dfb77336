import type { Handlers } from '#shared/server/register-routes.ts'
import type { RateCardsContract } from '../contract.ts'
import { rateCardText } from '../spec.ts'
import type { RateCards } from './rate-cards.ts'

/** The calls that are about versions of the rate card. */
export function rateCardHandlers({ rateCards }: { rateCards: RateCards }): Handlers<RateCardsContract> {
  return {
    getRateCards: async () => ({ data: await rateCards.list() }),
    importRateCard: async ({ body: { activate, ...sent }, session, caller }) => {
      const data = await rateCards.import(sent, { activate }, { session, caller })
      return { data, message: data.card.active ? rateCardText.importedActive : rateCardText.imported }
    },
    setRateCard: async ({ query, session, caller }) => {
      const data = await rateCards.setActive(query.card_id, query.active, { session, caller })
      return { data, message: data.active ? rateCardText.activated : rateCardText.notActive }
    },
    getRateCard: async ({ query }) => ({ data: await rateCards.read(query.card_id) }),
    compareRateCards: async ({ query }) => ({ data: await rateCards.compare(query.card_id, query.against) }),
    editRateLine: async ({ query, body, session, caller }) => {
      const data = await rateCards.editLine(query.card_id, body.line, { session, caller })
      return { data, message: rateCardText.edited }
    },
  }
}
