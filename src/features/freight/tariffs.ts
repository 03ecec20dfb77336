import { z } from 'zod'
import { rateCard } from './rate-card.ts'

/** The value of one unit of the base in each currency, as decimal texts; `date` is the day of the source. */
const exchangeRates = z.object({
  base: z.string(),
  date: z.string(),
  source: z.string(),
  rates: z.record(z.string(), z.string()),
})
export type ExchangeRates = z.output<typeof exchangeRates>

/** The part of a rate card for one country, with exchange rates for display: the response of `getTariffs`. */
export const tariffs = z.object({ card: rateCard, exchangeRates })
export type Tariffs = z.output<typeof tariffs>
