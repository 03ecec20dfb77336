import { queryOptions } from '@tanstack/react-query'
import type { CategoryGroup } from '#features/freight/category.ts'
import type { Country } from '#features/freight/country.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { ApiClient } from '#shared/contract.ts'
import type { FieldProblem } from '#shared/failure.ts'
import type { ShippingContract } from '../contract.ts'
import type { EstimateSearch } from '../estimate-search.ts'

const anHour = 60 * 60_000

/** Every country there is, by name. */
export function countriesQuery() {
  return queryOptions({
    queryKey: ['country.json'],
    queryFn: async (): Promise<Country[]> => {
      // The server has the list at hand, and this branch is not in the browser's bundle.
      if (import.meta.env.SSR) return (await import('./lists-on-server.ts')).countries
      return fetchList('/country.json')
    },
    staleTime: anHour,
    gcTime: anHour,
  })
}

/** The groups of goods with their kinds. */
export function categoriesQuery() {
  return queryOptions({
    queryKey: ['category.json'],
    queryFn: async (): Promise<CategoryGroup[]> => {
      if (import.meta.env.SSR) return (await import('./lists-on-server.ts')).categories
      return fetchList('/category.json')
    },
    staleTime: anHour,
    gcTime: anHour,
  })
}

async function fetchList(address: string) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response.json()
}

/** What every line says, or why the question could not be answered. */
export type Estimation =
  | { options: ShippingOption[]; errors?: undefined }
  | { options?: undefined; errors: FieldProblem[] }

/** A question with a wrong field is answered too: with the sentences to show beside the fields. */
export function estimationQuery(send: ApiClient, search: EstimateSearch) {
  const { sent: _sent, edit: _edit, ...asked } = search
  return queryOptions({
    queryKey: ['get_estimation', asked],
    queryFn: async ({ client, signal }): Promise<Estimation> => {
      const { answerTo } = await import('./form/ask-estimation.ts')
      return answerTo(search, { send, client, signal })
    },
  })
}

/** The active rate card as far as one country goes, with exchange rates. */
export function tariffsQuery(send: ApiClient, destination: string) {
  return queryOptions({
    queryKey: ['getTariffs', { destination }],
    queryFn: () => send<ShippingContract['getTariffs']>('GET /shipping/tariffs', { query: { destination } }),
    staleTime: 5 * 60_000,
  })
}
