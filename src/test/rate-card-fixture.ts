import { securityEvents } from '#db/schema.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { RateCard, ShippingLine, Tier } from '#features/freight/rate-card.ts'
import type { RateCardComparison, RateCardSummary } from '#features/rate-cards/contract.ts'
import { apiBase } from '#shared/paths.ts'
import type { Reply } from '#support/http-client.ts'
import { tokens, useApp, useTokens } from './api.ts'
import { type Mode, useDatabase } from './database.ts'

export const admin = { authorization: tokens.admin }

/** 100 yuan for the first 500 g, 20 for each further. */
export const tier: Tier = {
  upTo: 30_000,
  mode: 'step',
  weightFirst: 500,
  feeFirst: 100,
  weightContinue: 500,
  feeContinue: 20,
}
export const line: ShippingLine = {
  id: 'ems',
  name: 'EMS',
  rates: [{ countries: ['DE', 'FR'], tiers: [tier] }],
}

/** A card of one line. */
export function createNamedCard(given: Partial<RateCard> = {}): RateCard {
  return { schema: 'rate-card/1', id: 'winter', name: 'Winter', currency: 'CNY', lines: [line], ...given }
}

/** The same with another price. */
export function createCardWithTier(given: Partial<Tier>): RateCard {
  const rates = [{ countries: ['DE', 'FR'], tiers: [{ ...tier, ...given }] }]
  return createNamedCard({ lines: [{ ...line, rates }] })
}

export const header =
  'line_id,line_name,countries,up_to,mode,weight_first,fee_first,weight_continue,fee_continue'

export const getStatusAndMessage = ({ status, body }: Reply) => [status, body?.message]

/** An application whose rate cards an admin changes. */
export function useRateCardFixture(mode: Mode) {
  const database = useDatabase(mode)
  useTokens(database)
  const app = useApp(database)
  const getReplyData = ({ body }: Reply) => Object(body).data

  async function list(): Promise<RateCardSummary[]> {
    return getReplyData(await app().get('/shipping/rateCards', admin))
  }
  return {
    database,
    app,
    list,
    send: (body: unknown, headers: Record<string, string> = admin) =>
      app().post('/shipping/rateCards', body, headers),
    set: (id: string, active: boolean, headers: Record<string, string> = admin) =>
      app().send(`${apiBase}/shipping/rateCards?card_id=${encodeURIComponent(id)}&active=${active}`, {
        method: 'PATCH',
        headers,
      }),
    edit: (id: string, changed: unknown) =>
      app().post(`/shipping/rateLine?card_id=${id}`, { line: changed }, admin),
    read: async (id: string): Promise<RateCard> =>
      getReplyData(await app().get(`/shipping/rateCard?card_id=${id}`, admin)),
    compare: async (query: string): Promise<RateCardComparison> =>
      getReplyData(await app().get(`/shipping/compareRateCards?${query}`, admin)),
    /** Names of the versions, the active one with a star. */
    shown: async () => (await list()).map(({ id, active }) => (active ? `${id}*` : id)),
    /** Shipping of a kilogram to Germany on EMS, as the public gets it. */
    async priceNow(): Promise<number | null | undefined> {
      const options: ShippingOption[] = getReplyData(
        await app().post('/get_estimation', { destination: 'DE', weight: 1000 }),
      )
      return options.find(({ id }) => id === 'ems')?.feeDetail.freight
    },
    listEvents: async (type: string) =>
      (await database.db.select().from(securityEvents)).filter((event) => event.type === type),
  }
}
