import type { QueryClient } from '@tanstack/react-query'
import type { ShippingOption } from '#features/freight/option.ts'
import { categoriesQuery, countriesQuery } from '#features/freight/web/queries.ts'
import type { ApiClient } from '#shared/contract.ts'
import { type FieldProblem, isRequestError } from '#shared/failure.ts'
import type { ShippingContract } from '../../contract.ts'
import { parseEstimateRequest } from '../../estimate-request.ts'
import type { EstimateSearch } from '../../estimate-search.ts'

type EstimationDeps = { send: ApiClient; client: QueryClient; signal: AbortSignal }

/** Every line's answer, or why there is none. */
export type Estimation =
  | { options: ShippingOption[]; errors?: undefined }
  | { options?: undefined; errors: FieldProblem[] }

/** Asks all lines; fails with the sentences of what is wrong. */
export function fetchEstimation(
  send: ApiClient,
  { sent: _sent, edit: _edit, ...body }: EstimateSearch,
  signal: AbortSignal,
): Promise<{ data: ShippingOption[] }> {
  return send<ShippingContract['get_estimation']>('POST /get_estimation', { body }, { signal })
}

/** Every line's answer, or the request's errors. */
export async function loadEstimation(
  search: EstimateSearch,
  { send, client, signal }: EstimationDeps,
): Promise<Estimation> {
  const errors = import.meta.env.SSR ? undefined : await findSearchErrors(search, client)
  if (errors) return { errors }
  try {
    return { options: (await fetchEstimation(send, search, signal)).data }
  } catch (error) {
    if (isRequestError(error) && error.status === 400 && error.errors) return { errors: error.errors }
    throw error
  }
}

/** A browser with the lists knows what the server would reject, and does not send it. */
async function findSearchErrors(search: EstimateSearch, client: QueryClient): Promise<Estimation['errors']> {
  const lists = Promise.all([
    client.ensureQueryData(countriesQuery()),
    client.ensureQueryData(categoriesQuery()),
  ])
  const [countries, categories] = await lists.catch(() => [])
  if (!countries || !categories) return undefined
  const read = parseEstimateRequest(search, { countries, categories, currencies: [] })
  return read.ok ? undefined : [...read.errors]
}
