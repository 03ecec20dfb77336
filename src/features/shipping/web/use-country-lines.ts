import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type CountryLines, compileCountryLines } from '#features/freight/engine/country-lines.ts'
import { categoriesQuery } from '#features/freight/web/queries.ts'
import type { ApiClient } from '#shared/contract.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { tariffsQuery } from './queries.ts'

/**
 * The compiled lines to a country, by its code; undefined until they are loaded and when there is no country.
 */
export function useCountryLines(country: string | undefined): CountryLines | undefined {
  const send = useApiClient()
  return useQuery({
    queryKey: ['countryLines', country],
    queryFn: ({ client }) => loadCountryLines(client, send, country ?? ''),
    enabled: country !== undefined,
    staleTime: 5 * MINUTE_MS,
    structuralSharing: false, // compiled lines contain sets, which cannot be compared
  }).data
}

async function loadCountryLines(
  client: QueryClient,
  send: ApiClient,
  country: string,
): Promise<CountryLines> {
  const [{ data: tariffs }, categories] = await Promise.all([
    client.fetchQuery(tariffsQuery(send, country)),
    client.ensureQueryData(categoriesQuery()),
  ])
  return compileCountryLines(tariffs, country, categories)
}
