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
  /** What is charged, as the call answered; undefined without an option. */
  charged: CurrencyEnum | undefined
  /** Undefined while amounts are in the currency that is charged. */
  exchange?: Exchange | undefined
  rates?: ExchangeRates | undefined
}

/** The displayed answers: in the call's currency until the browser knows that another one was chosen. */
export function useShownOptions(destination: string, options: ShippingOption[]): ShownOptions {
  const savedCurrency = useSavedCurrency()
  const rates = useTariffs(destination).data?.data.exchangeRates
  const charged = options[0]?.feeDetail.currencyEnum
  const exchange = rates && savedCurrency && charged && findExchange(rates, charged.code, savedCurrency)
  if (!exchange || savedCurrency === charged.code) return { options, charged, rates }
  return { options: options.map((option) => convertOption(option, exchange)), charged, exchange, rates }
}

/** The rate card of one country; asked for in the browser alone. */
export function useTariffs(destination: string) {
  return useBrowserQuery(tariffsQuery(useApiClient(), destination))
}
