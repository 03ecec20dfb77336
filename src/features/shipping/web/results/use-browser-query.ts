import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** What parts of the page need of an answer that they are first drawn without. */
export type BrowserQuery<T> = Pick<UseQueryResult<T>, 'data' | 'isError' | 'refetch'>

/**
 * `useQuery` for an answer that the server draws no page with: undefined while the part hydrates, as it was for the
 * server, even where another part of the page has it already. Otherwise React would throw away what was drawn.
 */
export function useBrowserQuery<T, D, K extends QueryKey>(
  options: UseQueryOptions<T, Error, D, K>,
): BrowserQuery<D> {
  const { data, isError, refetch } = useQuery(options)
  return {
    data: useSyncExternalStore(subscribeToNothing, () => data, getUndefined),
    isError: useSyncExternalStore(subscribeToNothing, () => isError, getFalse),
    refetch,
  }
}

const subscribeToNothing = () => () => undefined
const getUndefined = () => undefined
const getFalse = () => false
