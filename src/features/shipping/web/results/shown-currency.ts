import { type Exchange, findExchange } from '#features/freight/engine/exchange.ts'
import type { CurrencyEnum, ShippingOption } from '#features/freight/option.ts'
import { useSavedCurrency } from '#features/visitor/web/ship-to/use-saved-codes.ts'
import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { tariffsQuery } from '../queries.ts'
import { convertOption } from './convert-option.ts'
import { useBrowserQuery } from './use-browser-query.ts'

export type ShownOptions = {
  /** In the currency chosen on this device, once its rates are loaded. */
  options: ShippingOption[]
  /** The charged currency, which the API call returned; undefined without an option. */
  charged: CurrencyEnum | undefined
  /** Undefined when amounts are in the charged currency. */
  exchange?: Exchange | undefined
  rates?: ExchangeRates | undefined
}

/** The options in the displayed currency: the charged one until another one is chosen and its rates are loaded. */
export function useShownOptions(destination: string, options: ShippingOption[]): ShownOptions {
  const savedCurrency = useSavedCurrency()
  const rates = useTariffs(destination).data?.data.exchangeRates
  const charged = options[0]?.feeDetail.currencyEnum
  const exchange = rates && savedCurrency && charged && findExchange(rates, charged.code, savedCurrency)
  if (!exchange || savedCurrency === charged.code) return { options, charged, rates }
  return { options: options.map((option) => convertOption(option, exchange)), charged, exchange, rates }
}

/** The rate card of one country; only the browser fetches it. */
export function useTariffs(destination: string) {
  return useBrowserQuery(tariffsQuery(useApiClient(), destination))
}
