import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiClient } from '#shared/contract.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { ShippingContract } from '../contract.ts'

/** The number of lines by country code, for countries with at least one. */
export type LineCounts = ReadonlyMap<string, number>

/** The line counts of the active rate card; undefined until they are loaded. */
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
