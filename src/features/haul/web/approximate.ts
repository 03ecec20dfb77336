import { convertFen, findExchange } from '#features/freight/engine/exchange.ts'
import { formatMoney } from '#features/freight/format-money.ts'
import type { CurrencyEnum } from '#features/freight/option.ts'
import type { ExchangeRates } from '#features/freight/tariffs.ts'

/** An amount of smallest units in the visitor's currency, '≈ €195.14'; nothing where that is the same or unknown. */
export function formatApproximate(
  units: number,
  currency: CurrencyEnum,
  wanted: string | undefined,
  rates: ExchangeRates | undefined,
): string {
  if (!rates || wanted === undefined || wanted === currency.code || currency.digits !== 2) return ''
  const exchange = findExchange(rates, currency.code, wanted)
  return exchange ? `≈ ${formatMoney(convertFen(units, exchange), exchange.currency)}` : ''
}
