import type { UseQueryResult } from '@tanstack/react-query'

/** What a page lists for admins to moderate. */
export type ModeratedList<R> = {
  /** Undefined until there is an answer. */
  rows: readonly R[] | undefined
  /** How many the filters leave, of which `rows` may be a part. */
  total: number
  error: Error | null
  isFetching: boolean
  /** The rows still belong to what was asked before. */
  isOutdated: boolean
  retry: () => void
}

/** A query as a list; empty where nothing needs to be asked. */
export function toModeratedList<R>(
  query: UseQueryResult<{ data: readonly R[]; total?: number | undefined }>,
  isAsked = true,
): ModeratedList<R> {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const reply = isAsked ? data : { data: [], total: 0 }
  return {
    rows: reply?.data,
    total: reply?.total ?? reply?.data.length ?? 0,
    error: reply ? null : error,
    isFetching,
    isOutdated: isAsked && isPlaceholderData,
    retry: () => void refetch(),
  }
}
