import { z } from 'zod'

/** What one unit of the base buys of each currency, as decimal texts; `date` is the source's day. */
export const exchangeRates = z.object({
  base: z.string(),
  date: z.string(),
  source: z.string(),
  rates: z.record(z.string(), z.string()),
})
export type ExchangeRates = z.output<typeof exchangeRates>
