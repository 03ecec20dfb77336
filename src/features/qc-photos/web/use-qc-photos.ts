import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ShopType } from '#shared/marketplaces.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { OutsideSource, QcItem } from '../contract.ts'
import { mergeQc } from '../merge-qc.ts'
import { qcExternalQuery, qcPhotosQuery } from './queries.ts'

/** All photos of an item, with the state of the list. */
export type QcPhotos = {
  /** `waiting`: there are no own photos and the outside sources are still loading. */
  state: 'photos' | 'none' | 'unavailable' | 'waiting'
  items: QcItem[]
  /** Each outside source's state; undefined while loading, null when all of them failed. */
  sources: OutsideSource[] | null | undefined
  retry: () => void
}

/** The own photos and those of the outside sources as one list (§3); each may fail without the other. */
export function useQcPhotos(item: { shopType: ShopType; id: string }): QcPhotos {
  const send = useApiClient()
  const own = useSuspenseQuery(qcPhotosQuery(send, item))
  const outside = useQuery(qcExternalQuery(send, item))
  const outsideResult = outside.isError ? null : outside.data?.data
  const { state, items } = mergeQc(own.data.data, outsideResult)
  const isWaiting = outside.isFetching && items.length === 0
  return {
    state: isWaiting ? 'waiting' : state,
    items,
    sources: outsideResult?.flatMap(({ sources }) => sources) ?? (outsideResult === null ? null : undefined),
    retry: () => {
      void own.refetch()
      void outside.refetch()
    },
  }
}
