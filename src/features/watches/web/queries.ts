import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import type { WatchesContract } from '../contract.ts'

/** An item's observed prices. */
export function priceHistoryQuery(
  send: ApiClient,
  { shopType, productCode: id }: { shopType: ShopType; productCode: string },
) {
  return queryOptions({
    queryKey: ['priceHistory', { id, shopType }],
    queryFn: () =>
      send<WatchesContract['priceHistory']>('GET /price-history/{id}', {
        params: { id },
        query: { shopType },
      }),
  })
}

/** The user's watches. */
export function watchesQuery(send: ApiClient, userId: string) {
  return queryOptions({
    queryKey: ['watches', userId],
    queryFn: () => send<WatchesContract['watches']>('GET /watches', {}),
  })
}

/** The notices of the user's watches. */
export function noticesQuery(send: ApiClient, userId: string) {
  return queryOptions({
    queryKey: ['watchNotices', userId],
    queryFn: () => send<WatchesContract['watchNotices']>('GET /watches/notices', {}),
  })
}
