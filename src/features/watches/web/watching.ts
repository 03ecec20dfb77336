import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Reply, Send } from '#shared/contract.ts'
import type { ShopType } from '#shared/shops.ts'
import { useSend } from '#shared/web/send.tsx'
import { sessionNow } from '#shared/web/session.ts'
import type { Watch, WatchesContract } from '../contract.ts'
import { watchesQuery } from './queries.ts'

export type Item = { shopType: ShopType; productCode: string }
export type Wishes = Pick<Watch, 'below' | 'backInStock' | 'newPhotos' | 'byMail'>

export function isSame(one: Item, other: Item): boolean {
  return one.productCode === other.productCode && one.shopType === other.shopType
}

/** Watches items, and no longer; each throws what the server answers when it refuses. */
export function useWatching() {
  const send = useSend()
  const queryClient = useQueryClient()
  return {
    async watch(item: Item, wishes: Wishes): Promise<Watch> {
      const { shopType, productCode } = item
      const { data } = await send<WatchesContract['watchItem']>('POST /watches', {
        body: { shopType, productCode, ...wishes },
      })
      change(queryClient, send, (list) => [data, ...list.filter((one) => !isSame(one, item))])
      return data
    },
    async unwatch(item: Item): Promise<void> {
      const { shopType, productCode: id } = item
      await send<WatchesContract['unwatchItem']>('DELETE /watches/{id}', {
        params: { id },
        query: { shopType },
      })
      change(queryClient, send, (list) => list.filter((one) => !isSame(one, item)))
    },
  }
}

/** Writes into the answer at hand, because the next may be long in coming. */
function change(queryClient: QueryClient, send: Send, with_: (list: Watch[]) => Watch[]): void {
  const { user } = sessionNow()
  if (!user) return
  const { queryKey } = watchesQuery(send, user.id)
  queryClient.setQueryData<Reply<WatchesContract['watches']>>(
    queryKey,
    (kept) => kept && { ...kept, data: with_(kept.data) },
  )
  void queryClient.invalidateQueries({ queryKey })
}
