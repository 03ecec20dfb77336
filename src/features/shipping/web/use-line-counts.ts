import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiClient } from '#shared/contract.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { ShippingContract } from '../contract.ts'

/** How many lines go to each country that has one, by its code. */
export type LineCounts = ReadonlyMap<string, number>

/** The line counts of the active rate card; undefined until they are known. */
export function useLineCounts(): LineCounts | undefined {
  const { data } = useQuery(destinationsQuery(useApiClient()))
  return useMemo(
    () => data && new Map(data.data.map(({ country, lines }) => [country, lines] as const)),
    [data],
  )
}

function destinationsQuery(send: ApiClient) {
  return queryOptions({
    queryKey: ['getDestinations'],
    queryFn: () => send<ShippingContract['getDestinations']>('GET /shipping/destinations', {}),
    staleTime: 5 * MINUTE_MS,
  })
}
