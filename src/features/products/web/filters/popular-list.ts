import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { Product } from '../../contract.ts'
import type { PopularSearch } from '../../popular-search.ts'
import { popularQuery } from '../queries.ts'

export type PopularList = {
  /** The products of the last loaded filters; undefined until the first response. */
  products: Product[] | undefined
  /** The number of matching products, of which `products` are the first. */
  total: number
  /** `products` still belong to previous filters. */
  isBusy: boolean
  isFailed: boolean
  retry: () => void
}

/**
 * The products of Popular. The previous list stays while another one is loading and when loading fails. Until the prices with
 * shipping are loaded, the list without them is visible.
 */
export function usePopularList(search: PopularSearch): PopularList {
  const send = useApiClient()
  const queryClient = useQueryClient()
  const withoutShipping = popularQuery(send, { ...search, ShipTo: undefined })
  const query = useQuery({
    ...popularQuery(send, search),
    placeholderData: (previous) => previous ?? queryClient.getQueryData(withoutShipping.queryKey),
  })
  const [last, setLast] = useState(query.data)
  if (query.data !== undefined && query.data !== last) setLast(query.data)
  const visible = query.data ?? last
  return {
    products: visible?.data,
    total: visible?.total ?? 0,
    isBusy: query.isPlaceholderData && queryClient.getQueryData(withoutShipping.queryKey) !== visible,
    isFailed: query.isError,
    retry: () => query.refetch(),
  }
}
