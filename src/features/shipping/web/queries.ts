import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { ShippingContract } from '../contract.ts'
import type { EstimateRequestTexts } from '../estimate-search.ts'
import type { Estimation } from './form/fetch-estimation.ts'

/** The estimate of a request; for invalid fields the result has the messages to show beside them. */
export function estimationQuery(send: ApiClient, request: EstimateRequestTexts) {
  return queryOptions({
    queryKey: ['get_estimation', request],
    queryFn: async ({ client, signal }): Promise<Estimation> => {
      const { loadEstimation } = await import('./form/fetch-estimation.ts')
      return loadEstimation(request, { send, client, signal })
    },
  })
}

/** The active rate card for one country, with exchange rates. */
export function tariffsQuery(send: ApiClient, destination: string) {
  return queryOptions({
    queryKey: ['getTariffs', { destination }],
    queryFn: () => send<ShippingContract['getTariffs']>('GET /shipping/tariffs', { query: { destination } }),
    staleTime: 5 * MINUTE_MS,
  })
}
