import { useQuery } from '@tanstack/react-query'
import { useShipTo, useShownCurrency } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { tariffsQuery } from './queries.ts'

type FormatApproximate = (hundredths: number, isWhole?: boolean) => string

const formatNothing: FormatApproximate = () => ''

/**
 * Formats an amount of yuan, or of another currency, in the visitor's currency: '≈ €37.40', or '≈ €37' in whole units;
 * an empty text when the visitor has no second currency. Undefined until this is known. Rates and arithmetic load with
 * the first component that needs them; a haul passes its own country, whose rates are already loaded.
 */
export function useApproximate(from = 'CNY', to?: string): FormatApproximate | undefined {
  const send = useApiClient()
  const siteCountry = useShipTo()?.code
  const country = to ?? siteCountry
  const currency = useShownCurrency()
  const { data, isError } = useQuery({
    queryKey: ['approximate', country, currency, from],
    queryFn: async ({ client }): Promise<FormatApproximate> => {
      const [{ data: tariffs }, { formatApproximate }] = await Promise.all([
        client.fetchQuery(tariffsQuery(send, country ?? '')),
        import('#features/freight/approximate.ts'),
      ])
      const { exchangeRates: rates } = tariffs
      return (hundredths, isWhole) => formatApproximate(hundredths, from, currency, rates, isWhole)
    },
    enabled: country !== undefined && typeof currency === 'string',
    staleTime: 5 * MINUTE_MS,
  })
  return currency === null || isError ? formatNothing : data
}
