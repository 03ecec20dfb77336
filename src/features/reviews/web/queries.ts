import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import type { ReviewsContract } from '../contract.ts'

/** The item's public reviews. */
export function reviewsQuery(send: ApiClient, { shopType, id }: { shopType: ShopType; id: string }) {
  const query = { product_code: id, store_name: shopType, status: 'approved' as const }
  return queryOptions({
    queryKey: ['findReview', query],
    queryFn: () => send<ReviewsContract['findReview']>('GET /review/findReview', { query }),
  })
}
