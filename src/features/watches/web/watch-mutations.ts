import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ApiClient, ApiReply } from '#shared/contract.ts'
import { type ItemParams, isSameItem } from '#shared/marketplaces.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { getSession } from '#shared/web/session/session.ts'
import type { Watch, WatchesContract } from '../contract.ts'
import { watchesQuery } from './queries.ts'

export type WatchSettings = Pick<Watch, 'below' | 'backInStock' | 'newPhotos' | 'byMail'>

/** Creates and deletes watches; each throws the server's error. */
export function useWatchMutations() {
  const send = useApiClient()
  const queryClient = useQueryClient()
  return {
    async watch(item: ItemParams, alerts: WatchSettings & { sku: string | undefined }): Promise<Watch> {
      const { shopType, productCode } = item
      const { data } = await send<WatchesContract['watchItem']>('POST /watches', {
        body: { shopType, productCode, ...alerts },
      })
      updateWatchList(queryClient, send, (list) => [
        data,
        ...list.filter((watch) => !isSameItem(watch, item)),
      ])
      return data
    },
    async unwatch(item: ItemParams): Promise<void> {
      const { shopType, productCode: id } = item
      await send<WatchesContract['unwatchItem']>('DELETE /watches/{id}', {
        params: { id },
        query: { shopType },
      })
      updateWatchList(queryClient, send, (list) => list.filter((watch) => !isSameItem(watch, item)))
    },
  }
}

/** Updates the cached list at once; the refetch may take long. */
function updateWatchList(
  queryClient: QueryClient,
  send: ApiClient,
  update: (list: Watch[]) => Watch[],
): void {
  const { user } = getSession()
  if (!user) return
  const { queryKey } = watchesQuery(send, user.id)
  queryClient.setQueryData<ApiReply<WatchesContract['watches']>>(
    queryKey,
    (cached) => cached && { ...cached, data: update(cached.data) },
  )
  void queryClient.invalidateQueries({ queryKey })
}
