import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { Product } from '../../contract.ts'
import type { PopularSearch } from '../../popular-search.ts'
import { popularQuery } from '../queries.ts'

export type PopularList = {
  /** The answer to the last filters that were answered; undefined until the first one is there. */
  products: Product[] | undefined
  /** How many the filters leave, of which `products` are the first. */
  total: number
  /** `products` still belong to earlier filters. */
  isBusy: boolean
  isFailed: boolean
  retry: () => void
}

/**
 * The products of Popular; the last list stays while another is fetched, and when fetching it fails. The list without
 * shipping stands in for the same one with it.
 */
export function usePopularList(search: PopularSearch): PopularList {
  const send = useApiClient()
  const queryClient = useQueryClient()
  const withoutShipping = popularQuery(send, { ...search, ShipTo: undefined })
  const query = useQuery({
    ...popularQuery(send, search),
    placeholderData: (last) => last ?? queryClient.getQueryData(withoutShipping.queryKey),
  })
  const [last, setLast] = useState(query.data)
  if (query.data !== undefined && query.data !== last) setLast(query.data)
  const shown = query.data ?? last
  return {
    products: shown?.data,
    total: shown?.total ?? 0,
    isBusy: query.isPlaceholderData && queryClient.getQueryData(withoutShipping.queryKey) !== shown,
    isFailed: query.isError,
    retry: () => query.refetch(),
  }
}
