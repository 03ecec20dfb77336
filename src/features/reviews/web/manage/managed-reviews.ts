import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type ModeratedList, toModeratedList } from '#features/moderation/web/moderated-list.ts'
import type { ApiClient } from '#shared/contract.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import type { Review, ReviewsContract } from '../../contract.ts'
import { canBeFound, createReviewSearch, type ReviewSearch } from '../../review-search.ts'
import { reviewLimits } from '../../spec.ts'

/** The newest reviews that the filters leave, as one admin is shown them. */
function managedReviewsQuery(send: ApiClient, { status, code, shown }: ReviewSearch, adminId: string) {
  const query = {
    ...(status !== 'All' && { status }),
    ...(code !== '' && { product_code: code, match: 'part' as const }),
    limit: String(shown),
  }
  return queryOptions({
    queryKey: ['findReview', query, adminId],
    queryFn: () => send<ReviewsContract['findReview']>('GET /review/findReview', { query }),
  })
}

export function useManagedReviews(search: ReviewSearch): ModeratedList<Review> {
  const send = useApiClient()
  const { user } = useSession()
  const isAsked = canBeFound(search)
  const query = useQuery({
    ...managedReviewsQuery(send, search, user?.id ?? ''),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return toModeratedList(query, isAsked)
}

const unfilteredSearch: ReviewSearch = {
  ...createReviewSearch({ status: 'All', code: '' }),
  shown: reviewLimits.list,
}

/** The review that a URL names: one of the list, or one that its filters and steps leave out. */
export function useNamedReview(id: string, reviews: readonly Review[]): Review | undefined {
  const send = useApiClient()
  const { user } = useSession()
  const isNamed = (review: Review) => review._id === id
  const found = reviews.find(isNamed)
  const all = useQuery({
    ...managedReviewsQuery(send, unfilteredSearch, user?.id ?? ''),
    enabled: id !== '' && found === undefined,
  })
  return found ?? (id === '' ? undefined : all.data?.data.find(isNamed))
}
