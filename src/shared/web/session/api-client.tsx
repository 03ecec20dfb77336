import { createContext, useContext } from 'react'
import type { ApiClient } from '#shared/contract.ts'

export const ApiClientContext = createContext<ApiClient>(() =>
  Promise.reject(new Error('Outside of ApiClientContext')),
)

/** How components reach the API, in the browser and on the server. */
export function useApiClient(): ApiClient {
  return useContext(ApiClientContext)
}
