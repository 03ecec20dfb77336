import type { QueryClient } from '@tanstack/react-query'
import type { ShippingOption } from '#features/freight/option.ts'
import { categoriesQuery, countriesQuery } from '#features/freight/web/queries.ts'
import type { ApiClient } from '#shared/contract.ts'
import { type FieldError, isRequestError } from '#shared/failure.ts'
import type { ShippingContract } from '../../contract.ts'
import { parseEstimateRequest } from '../../estimate-request.ts'
import type { EstimateRequestTexts } from '../../estimate-search.ts'

type EstimationDeps = { send: ApiClient; client: QueryClient; signal: AbortSignal }

/** The option of every line, or the invalid fields of the request. */
export type Estimation =
  | { options: ShippingOption[]; errors?: undefined }
  | { options?: undefined; errors: readonly FieldError[] }

/** Fetches the option of every line; the promise rejects with the messages of invalid fields. */
export function fetchEstimation(
  send: ApiClient,
  request: EstimateRequestTexts,
  signal: AbortSignal,
): Promise<{ data: ShippingOption[] }> {
  return send<ShippingContract['get_estimation']>('POST /get_estimation', { body: request }, { signal })
}

/** Loads the option of every line, or the errors of the request. */
export async function loadEstimation(
  request: EstimateRequestTexts,
  { send, client, signal }: EstimationDeps,
): Promise<Estimation> {
  const errors = import.meta.env.SSR ? undefined : await findRequestErrors(request, client)
  if (errors) return { errors }
  try {
    return { options: (await fetchEstimation(send, request, signal)).data }
  } catch (error) {
    if (isRequestError(error) && error.status === 400 && error.errors) return { errors: error.errors }
    throw error
  }
}

/** A browser with the lists finds the errors itself and does not send the request. */
async function findRequestErrors(
  request: EstimateRequestTexts,
  client: QueryClient,
): Promise<Estimation['errors']> {
  const lists = Promise.all([
    client.ensureQueryData(countriesQuery()),
    client.ensureQueryData(categoriesQuery()),
  ])
  const [countries, categories] = await lists.catch(() => [])
  if (!countries || !categories) return undefined
  const result = parseEstimateRequest(request, { countries, categories, currencies: [] })
  return result.ok ? undefined : [...result.errors]
}
