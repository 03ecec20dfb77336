import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLoginReason } from '#features/products/web/use-login-reason.ts'
import { type ItemParams, isSameItem } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { consumeIntent } from '#shared/web/navigation/intent.ts'
import { openDocument } from '#shared/web/navigation/overlay-history.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { type SessionState, useSession } from '#shared/web/session/session.ts'
import { createStore, useStore } from '#shared/web/store.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { collectionText } from '../texts-and-limits.ts'
import { useCollectionMutations } from './collection-mutations.ts'
import { collectionQuery } from './queries.ts'

/** Pending requests by item: true to save. */
const pendingToggles = createStore<ReadonlyMap<string, boolean>>(new Map())

const removedMessage = `${collectionText.removedTitle} ${collectionText.removed}`

export type SavedState = { isSaved: boolean; session: SessionState; add: () => void; remove: () => void }

/** §2 Add to collection. A visitor's item is saved after the login, with a toast. */
export function useSavedState(item: ItemParams, sku: string | null | undefined): SavedState {
  const session = useSession()
  const { isSaved, set } = useEntryState(item, sku, session)
  const getLoginReason = useLoginReason(item)

  const resume = useEffectEvent(async () => {
    if (!consumeIntent('collect', location.pathname)) return
    const isSuccess = await set(true)
    if (isSuccess)
      toast.custom(`${collectionText.added} We saved it after you logged in.`, { undo: () => set(false) })
  })
  const userId = session.user?.id
  useEffect(() => {
    if (userId !== undefined) void resume()
  }, [userId])

  async function add() {
    if (session.status !== 'member') {
      saveReturnPath(location.pathname + location.search, 'collect', getLoginReason('collect'))
      openDocument(paths.login())
    } else if (await set(true)) toast.success(collectionText.added)
  }
  async function remove() {
    if (await set(false)) toast.custom(removedMessage, { undo: () => set(true, null) })
  }
  return { isSaved, session, add: () => void add(), remove: () => void remove() }
}

/** Whether the item is saved, with pending changes applied. The collection loads when the browser is idle. */
function useEntryState(item: ItemParams, sku: string | null | undefined, { user }: SessionState) {
  const send = useApiClient()
  const mutations = useCollectionMutations()
  const isIdle = useIsIdle()
  const { data } = useQuery({
    ...collectionQuery(send, user?.id ?? ''),
    enabled: isIdle && user !== undefined,
  })
  const key = `${item.shopType} ${item.productCode}`
  const pending = useStore(pendingToggles).get(key)
  const isStored = data?.data.productCollection.some((entry) => isSameItem(entry, item)) ?? false

  /** A sku of null restores the variant that was just removed. */
  async function set(shouldSave: boolean, skuToSave = sku): Promise<boolean> {
    if (pendingToggles.get().has(key)) return false // the previous request is still pending
    pendingToggles.set(new Map(pendingToggles.get()).set(key, shouldSave))
    const isSuccess = await (shouldSave ? mutations.add(item, skuToSave) : mutations.remove(item))
    pendingToggles.set(new Map([...pendingToggles.get()].filter(([pendingKey]) => pendingKey !== key)))
    return isSuccess
  }
  return { isSaved: user !== undefined && (pending ?? isStored), set }
}

/** False while the browser is busy with more urgent work. */
function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const handleIdle = () => setIdle(true)
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(handleIdle, 500)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(handleIdle)
    return () => cancelIdleCallback(request)
  }, [])
  return isIdle
}
