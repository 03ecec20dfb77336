import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import type { CollectionContract } from '../contract.ts'

/** The user's collection. */
export function collectionQuery(send: ApiClient, userId: string) {
  return queryOptions({
    queryKey: ['viewCollection', userId],
    queryFn: () => send<CollectionContract['viewCollection']>('GET /users/viewCollection', { query: {} }),
  })
}
