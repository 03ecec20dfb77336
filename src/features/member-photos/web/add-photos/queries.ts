import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import type { MemberPhotosContract } from '../../contract.ts'

/** This user's pending submissions for an item. */
export function ownSubmissionsQuery(
  send: ApiClient,
  { shopType, productCode }: ItemParams,
  userId: string | undefined,
) {
  const query = { shopType, productCode }
  return queryOptions({
    queryKey: ['qcSetsOfMine', query, userId],
    queryFn: () => send<MemberPhotosContract['qcSetsOfMine']>('GET /qc-photos/sets/mine', { query }),
    enabled: userId !== undefined,
  })
}
