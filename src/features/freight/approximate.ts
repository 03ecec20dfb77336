import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import { DAY_MS } from '#shared/time.ts'
import { convertFen, findExchange } from './engine/exchange.ts'
import { formatMoney } from './format-money.ts'
import { unusableRatesDays } from './texts-and-limits.ts'

/**
 * Converts hundredths of a currency to the visitor's currency: '≈ €37.40', or '≈ €37' in whole units. Returns an empty
 * text when both currencies are the same, or when the rate is unknown or too old.
 */
export function formatApproximate(
  hundredths: number,
  currency: string,
  targetCurrency: string | null | undefined,
  rates: ExchangeRates | undefined,
  isWhole = false,
): string {
  if (!rates || !targetCurrency || targetCurrency === currency || !areUsable(rates)) return ''
  const exchange = findExchange(rates, currency, targetCurrency)
  if (!exchange) return ''
  const units = convertFen(hundredths, exchange)
  const { code, digits } = exchange.currency
  if (!isWhole) return `≈ ${formatMoney(units, exchange.currency)}`
  const roundedAmount = Math.round(units / 10 ** digits)
  return `≈ ${formatMoney(roundedAmount, { code, digits: 0 })}`
}

/** False for rates so old that converted amounts would mislead. */
export function areUsable({ date }: ExchangeRates): boolean {
  return Date.now() - Date.parse(date) <= unusableRatesDays * DAY_MS
}
