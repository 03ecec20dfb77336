import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ApiClient, ApiReply } from '#shared/contract.ts'
import { getErrorMessage, isRequestError } from '#shared/failure.ts'
import type { LinkNote } from '#shared/items/link-hints.ts'
import { type ItemParams, isSameItem } from '#shared/marketplaces.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { getSession } from '#shared/web/session/session.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { CollectionContract, CollectionEntry } from '../contract.ts'
import { collectionText } from '../texts-and-limits.ts'
import { collectionQuery } from './queries.ts'

/** Saves or removes an item. Resolves to whether it succeeded; an error was shown as a toast. */
export type CollectionMutations = {
  /** Without a sku: the shown variant, or the variant that was just removed. */
  add: (item: ItemParams, sku?: string | null) => Promise<boolean>
  remove: (item: ItemParams) => Promise<boolean>
}

export function useCollectionMutations(): CollectionMutations {
  const send = useApiClient()
  const queryClient = useQueryClient()
  return {
    async add(item, sku) {
      try {
        const { data } = await send<CollectionContract['addToCollection']>('POST /users/addToCollection', {
          query: { ...toQuery(item), sku: sku || undefined },
          body: { note: await readLinkNote(item) },
        })
        updateCachedEntries(queryClient, send, (entries) => [
          data,
          ...entries.filter((entry) => !isSameItem(entry, item)),
        ])
        return true
      } catch (error) {
        toast.error(describeAddError(error))
        return false
      }
    },
    async remove(item) {
      try {
        await send<CollectionContract['removeFromCollection']>('POST /users/removeFromCollection', {
          query: toQuery(item),
        })
        updateCachedEntries(queryClient, send, (entries) =>
          entries.filter((entry) => !isSameItem(entry, item)),
        )
        return true
      } catch (error) {
        toast.error(getErrorMessage(error))
        return false
      }
    },
  }
}

/** The hints from the visitor's own link. The server stores them when it has no information about the item. */
async function readLinkNote(item: ItemParams): Promise<LinkNote | undefined> {
  const { getStoredHints } = await import('#features/product-links/web/use-stored-hints.ts')
  const hints = getStoredHints(item)
  if (!hints) return undefined
  const { title, price, priceTo, currency } = hints
  return { title, price, priceTo, currency }
}

function toQuery({ shopType, productCode }: ItemParams) {
  return { productCode, storeName: shopType }
}

function describeAddError(error: unknown): string {
  if (!isRequestError(error)) return collectionText.noResponse
  return error.status < 400 ? collectionText.notAdded : getErrorMessage(error)
}

type EntriesUpdate = (entries: CollectionEntry[]) => CollectionEntry[]

/** Updates the cached list at once; the refetch may take long. */
function updateCachedEntries(queryClient: QueryClient, send: ApiClient, update: EntriesUpdate): void {
  const { user } = getSession()
  if (!user) return
  const { queryKey } = collectionQuery(send, user.id)
  queryClient.setQueryData<ApiReply<CollectionContract['viewCollection']>>(
    queryKey,
    (cached) => cached && { ...cached, data: { productCollection: update(cached.data.productCollection) } },
  )
  void queryClient.invalidateQueries({ queryKey })
}
