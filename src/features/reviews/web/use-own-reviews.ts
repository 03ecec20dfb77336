import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import type { OwnReview, ReviewsContract } from '../contract.ts'
import type { ReviewSubject } from './review-subject.ts'

function ownReviewsQuery(
  send: ApiClient,
  { shopType, productCode }: ReviewSubject['item'],
  userId: string | undefined,
) {
  const query = { product_code: productCode, store_name: shopType }
  return queryOptions({
    queryKey: ['myReviews', query, userId],
    queryFn: () => send<ReviewsContract['myReviews']>('GET /review/mine', { query }),
  })
}

/** The member's review of the item, newest version first; empty until `isRequested`, and for visitors and admins. */
export function useOwnReviews(item: ReviewSubject['item'], isRequested: boolean): OwnReview[] {
  const { user } = useSession()
  const isEnabled = isRequested && user?.role === 'user'
  const { data } = useQuery({ ...ownReviewsQuery(useApiClient(), item, user?.id), enabled: isEnabled })
  return (user && data?.data) ?? []
}
