import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import type { ReadingsContract } from '../contract.ts'

/** The reading of an item that everyone sees; an empty list without one. */
export function readingQuery(send: ApiClient, { shopType, productCode }: ItemParams) {
  const query = { shopType, productCode }
  return queryOptions({
    queryKey: ['getReadings', query],
    queryFn: () => send<ReadingsContract['getReadings']>('GET /items/readings', { query }),
  })
}
