import { z } from 'zod'

/** The value of one unit of the base in each currency, as decimal texts; `date` is the day of the source. */
export const exchangeRates = z.object({
  base: z.string(),
  date: z.string(),
  source: z.string(),
  rates: z.record(z.string(), z.string()),
})
export type ExchangeRates = z.output<typeof exchangeRates>
