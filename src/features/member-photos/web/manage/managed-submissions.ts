import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import { useApiClient } from '#shared/web/api-client.tsx'
import { useSession } from '#shared/web/session.ts'
import type { MemberPhotosContract, PhotoSubmission } from '../../contract.ts'
import type { SubmissionSearch } from '../../manage-search.ts'

export type ManagedSubmissions = {
  /** Undefined until there is an answer. */
  sets: readonly PhotoSubmission[] | undefined
  /** How many the filter leaves, on all pages. */
  total: number
  error: Error | null
  isFetching: boolean
  /** The sets still belong to what was asked before. */
  isOutdated: boolean
  retry: () => void
}

function managedQuery(send: ApiClient, { status, page }: SubmissionSearch, adminId: string) {
  const query = { ...(status !== 'All' && { status }), page: String(page) }
  return queryOptions({
    queryKey: ['qcSets', query, adminId],
    queryFn: () => send<MemberPhotosContract['qcSets']>('GET /qc-photos/sets', { query }),
  })
}

/** One page of what people handed in, as one admin is shown it. */
export function useManagedSubmissions(search: SubmissionSearch): ManagedSubmissions {
  const { user } = useSession()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...managedQuery(useApiClient(), search, user?.id ?? ''),
    placeholderData: keepPreviousData,
  })
  return {
    sets: data?.data,
    total: data?.total ?? data?.data.length ?? 0,
    error: data ? null : error,
    isFetching,
    isOutdated: isPlaceholderData,
    retry: () => void refetch(),
  }
}
