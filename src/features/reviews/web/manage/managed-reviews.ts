import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type ModeratedList, toModeratedList } from '#features/moderation/web/moderated-list.ts'
import type { ApiClient } from '#shared/contract.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import type { Review, ReviewsContract } from '../../contract.ts'
import { canBeFound, createReviewSearch, type ReviewSearch } from '../../review-search.ts'
import { reviewLimits } from '../../texts-and-limits.ts'

/** The newest reviews that match the filters; cached per admin. */
function managedReviewsQuery(send: ApiClient, { status, code, limit }: ReviewSearch, adminId: string) {
  const query = {
    ...(status !== 'All' && { status }),
    ...(code !== '' && { product_code: code, match: 'part' as const }),
    limit: String(limit),
  }
  return queryOptions({
    queryKey: ['findReview', query, adminId],
    queryFn: () => send<ReviewsContract['findReview']>('GET /review/findReview', { query }),
  })
}

export function useManagedReviews(search: ReviewSearch): ModeratedList<Review> {
  const send = useApiClient()
  const { user } = useSession()
  const isEnabled = canBeFound(search)
  const query = useQuery({
    ...managedReviewsQuery(send, search, user?.id ?? ''),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
  return toModeratedList(query, isEnabled)
}

const unfilteredSearch: ReviewSearch = {
  ...createReviewSearch({ status: 'All', code: '' }),
  limit: reviewLimits.list,
}

/** The review with the id in the URL, from the list or, when filters exclude it, from all reviews. */
export function useNamedReview(id: string, reviews: readonly Review[]): Review | undefined {
  const send = useApiClient()
  const { user } = useSession()
  const isNamed = (review: Review) => review._id === id
  const listedReview = reviews.find(isNamed)
  const allReviews = useQuery({
    ...managedReviewsQuery(send, unfilteredSearch, user?.id ?? ''),
    enabled: id !== '' && listedReview === undefined,
  })
  return listedReview ?? (id === '' ? undefined : allReviews.data?.data.find(isNamed))
}
