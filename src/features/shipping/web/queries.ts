import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { ShippingContract } from '../contract.ts'
import type { EstimateSearch } from '../estimate-search.ts'
import type { Estimation } from './form/fetch-estimation.ts'

/** A question with a wrong field is answered too: with the sentences to show beside the fields. */
export function estimationQuery(send: ApiClient, search: EstimateSearch) {
  const { sent: _sent, edit: _edit, ...asked } = search
  return queryOptions({
    queryKey: ['get_estimation', asked],
    queryFn: async ({ client, signal }): Promise<Estimation> => {
      const { loadEstimation: answerTo } = await import('./form/fetch-estimation.ts')
      return answerTo(search, { send, client, signal })
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
