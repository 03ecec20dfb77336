import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** The parts of a query result that components need. */
export type BrowserQuery<T> = Pick<UseQueryResult<T>, 'data' | 'isError' | 'refetch'>

/**
 * `useQuery` for data that the server renders no page with. The data is undefined during hydration, even when another
 * component has already loaded it; otherwise React would discard the server's HTML.
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
