import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type ModeratedList, toModeratedList } from '#features/moderation/web/moderated-list.ts'
import type { ApiClient } from '#shared/contract.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import type { MemberPhotosContract, PhotoSubmission } from '../../contract.ts'
import type { SubmissionSearch } from '../../manage-search.ts'

function managedQuery(send: ApiClient, { status, page }: SubmissionSearch, adminId: string) {
  const query = { ...(status !== 'All' && { status }), page: String(page) }
  return queryOptions({
    queryKey: ['qcSets', query, adminId],
    queryFn: () => send<MemberPhotosContract['qcSets']>('GET /qc-photos/sets', { query }),
  })
}

/** One page of submissions, cached per admin. */
export function useManagedSubmissions(search: SubmissionSearch): ModeratedList<PhotoSubmission> {
  const { user } = useSession()
  const query = useQuery({
    ...managedQuery(useApiClient(), search, user?.id ?? ''),
    placeholderData: keepPreviousData,
  })
  return toModeratedList(query)
}
