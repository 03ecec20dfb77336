import { z } from 'zod'
import { rateCard } from './rate-card.ts'

/** What one of the base buys of each currency, as decimal texts; `date` is the day the source gives. */
const exchangeRates = z.object({
  base: z.string(),
  date: z.string(),
  source: z.string(),
  rates: z.record(z.string(), z.string()),
})
export type ExchangeRates = z.output<typeof exchangeRates>

/** A rate card as far as it concerns one country, with exchange rates for display: the answer of `getTariffs`. */
export const tariffs = z.object({ card: rateCard, exchangeRates })
export type Tariffs = z.output<typeof tariffs>
