import { DAY_MS } from '#shared/time.ts'
import { convertFen, findExchange } from './engine/exchange.ts'
import { formatMoney } from './format-money.ts'
import { unusableRatesDays } from './spec.ts'
import type { ExchangeRates } from './tariffs.ts'

/**
 * An amount of hundredths of a currency in the visitor's, '≈ €37.40', in whole units '≈ €37'; empty where that is the
 * same, unknown, or only known by rates that are too old.
 */
export function formatApproximate(
  hundredths: number,
  currency: string,
  wanted: string | null | undefined,
  rates: ExchangeRates | undefined,
  isWhole = false,
): string {
  if (!rates || !wanted || wanted === currency || !areUsable(rates)) return ''
  const exchange = findExchange(rates, currency, wanted)
  if (!exchange) return ''
  const units = convertFen(hundredths, exchange)
  if (!isWhole) return `≈ ${formatMoney(units, exchange.currency)}`
  const whole = Math.round(units / 10 ** exchange.currency.digits)
  return `≈ ${formatMoney(whole, { ...exchange.currency, digits: 0 })}`
}

/** Rates that are much older would mislead. */
export function areUsable({ date }: ExchangeRates): boolean {
  return Date.now() - Date.parse(date) <= unusableRatesDays * DAY_MS
}
