import { z } from 'zod'
import { exchangeRates } from '#shared/freight/exchange-rates.ts'
import { rateCard } from '#shared/freight/rate-card.ts'

/**
 * The part of a rate card for one country, with exchange rates for display: the response of `getTariffs`. `year` is the
 * server's current one, by which prices are old.
 */
export const tariffs = z.object({ card: rateCard, exchangeRates, year: z.number() })
export type Tariffs = z.output<typeof tariffs>
