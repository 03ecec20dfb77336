import type { UseQueryResult } from '@tanstack/react-query'

/** What a page lists for admins to moderate. */
export type ModeratedList<R> = {
  /** Undefined until the first response. */
  rows: readonly R[] | undefined
  /** Number of rows that match the filters; `rows` may be a part of them. */
  total: number
  error: Error | null
  isFetching: boolean
  /** The rows still belong to the previous request. */
  isOutdated: boolean
  retry: () => void
}

/** Converts a query to a list; an empty one when the query is not needed. */
export function toModeratedList<R>(
  query: UseQueryResult<{ data: readonly R[]; total?: number | undefined }>,
  isNeeded = true,
): ModeratedList<R> {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const response = isNeeded ? data : { data: [], total: 0 }
  return {
    rows: response?.data,
    total: response?.total ?? response?.data.length ?? 0,
    error: response ? null : error,
    isFetching,
    isOutdated: isNeeded && isPlaceholderData,
    retry: () => void refetch(),
  }
}
