import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ShopType } from '#shared/marketplaces.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { OutsideSource, QcItem } from '../contract.ts'
import { mergeQc } from '../merge-qc.ts'
import { qcExternalQuery, qcPhotosQuery } from './queries.ts'

/** All photos of an item, and how sure we are of them. */
export type QcPhotos = {
  /** `waiting`: ours has none and the outside sources have not answered yet. */
  state: 'photos' | 'none' | 'unavailable' | 'waiting'
  items: QcItem[]
  /** Each outside source's state; undefined while loading, null when none of them answered. */
  sources: OutsideSource[] | null | undefined
  retry: () => void
}

/** Our photos and those of the outside sources as one list (§3); either may fail without the other. */
export function useQcPhotos(item: { shopType: ShopType; id: string }): QcPhotos {
  const send = useApiClient()
  const own = useSuspenseQuery(qcPhotosQuery(send, item))
  const outside = useQuery(qcExternalQuery(send, item))
  const outsideAnswer = outside.isError ? null : outside.data?.data
  const { state, items } = mergeQc(own.data.data, outsideAnswer)
  const isWaiting = outside.isFetching && items.length === 0
  return {
    state: isWaiting ? 'waiting' : state,
    items,
    sources: outsideAnswer?.flatMap(({ sources }) => sources) ?? (outsideAnswer === null ? null : undefined),
    retry: () => {
      void own.refetch()
      void outside.refetch()
    },
  }
}
