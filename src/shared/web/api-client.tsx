import { createContext, useContext } from 'react'
import type { ApiClient } from '#shared/contract.ts'

export const ApiClientContext = createContext<ApiClient>(() =>
  Promise.reject(new Error('Outside of ApiClientContext')),
)

/** How components reach the API, whichever side they are drawn on. */
export function useApiClient(): ApiClient {
  return useContext(ApiClientContext)
}
