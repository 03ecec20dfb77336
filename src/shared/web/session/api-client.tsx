import { createContext, useContext } from 'react'
import type { ApiClient } from '#shared/contract.ts'

export const ApiClientContext = createContext<ApiClient>(() =>
  Promise.reject(
    new Error('The API client is missing: the component is rendered outside of ApiClientContext'),
  ),
)

/** How components reach the API, in the browser and on the server. */
export function useApiClient(): ApiClient {
  return useContext(ApiClientContext)
}
