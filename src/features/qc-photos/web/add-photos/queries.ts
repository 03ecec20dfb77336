import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import type { ShopType } from '#shared/shops.ts'
import type { QcSetsContract } from '../../submissions-contract.ts'

type Item = { shopType: ShopType; productCode: string }

/** What this person handed in of an item and nobody has judged yet. */
export function ownSetsQuery(send: ApiClient, { shopType, productCode }: Item, userId: string | undefined) {
  const query = { shopType, productCode }
  return queryOptions({
    queryKey: ['qcSetsOfMine', query, userId],
    queryFn: () => send<QcSetsContract['qcSetsOfMine']>('GET /qc-photos/sets/mine', { query }),
    enabled: userId !== undefined,
  })
}
