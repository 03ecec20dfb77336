import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ApiClient, Reply } from '#shared/contract.ts'
import { isRequestError, messageOf } from '#shared/failure.ts'
import type { ItemParams } from '#shared/shops.ts'
import { useApiClient } from '#shared/web/api-client.tsx'
import { getSession } from '#shared/web/session.ts'
import { toast } from '#shared/web/ui/toasts.ts'
import type { CollectionContract, CollectionEntry } from '../contract.ts'
import { collectionText } from '../spec.ts'
import { collectionQuery } from './queries.ts'

/** Saves or removes an item. Resolves to whether it succeeded; a failure was shown by then. */
export type CollectionMutations = {
  add: (item: ItemParams) => Promise<boolean>
  remove: (item: ItemParams) => Promise<boolean>
}

export function isSame(one: ItemParams, other: ItemParams): boolean {
  return one.productCode === other.productCode && one.shopType === other.shopType
}

export function useCollectionMutations(): CollectionMutations {
  const send = useApiClient()
  const queryClient = useQueryClient()
  return {
    async add(item) {
      try {
        const { data } = await send<CollectionContract['addToCollection']>('POST /users/addToCollection', {
          query: queryOf(item),
        })
        change(queryClient, send, (entries) => [data, ...entries.filter((entry) => !isSame(entry, item))])
        return true
      } catch (error) {
        toast.error(addFailure(error))
        return false
      }
    },
    async remove(item) {
      try {
        await send<CollectionContract['removeFromCollection']>('POST /users/removeFromCollection', {
          query: queryOf(item),
        })
        change(queryClient, send, (entries) => entries.filter((entry) => !isSame(entry, item)))
        return true
      } catch (error) {
        toast.error(messageOf(error))
        return false
      }
    },
  }
}

function queryOf({ shopType, productCode }: ItemParams) {
  return { productCode, storeName: shopType }
}

function addFailure(error: unknown): string {
  if (!isRequestError(error)) return collectionText.noAnswer
  return error.status < 400 ? collectionText.notAdded : messageOf(error)
}

type Change = (entries: CollectionEntry[]) => CollectionEntry[]

/** Updates the cached answer, because the next may take long. */
function change(queryClient: QueryClient, send: ApiClient, with_: Change): void {
  const { user } = getSession()
  if (!user) return
  const { queryKey } = collectionQuery(send, user.id)
  queryClient.setQueryData<Reply<CollectionContract['viewCollection']>>(
    queryKey,
    (kept) => kept && { ...kept, data: { productCollection: with_(kept.data.productCollection) } },
  )
  void queryClient.invalidateQueries({ queryKey })
}
