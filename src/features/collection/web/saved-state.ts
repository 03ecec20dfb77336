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
import { collectionText } from '../spec.ts'
import { useCollectionMutations } from './collection-mutations.ts'
import { collectionQuery } from './queries.ts'

/** Pending requests by item: true to save. */
const pendingToggles = createStore<ReadonlyMap<string, boolean>>(new Map())

const removedMessage = `${collectionText.removedTitle} ${collectionText.removed}`

export type SavedState = { isSaved: boolean; session: SessionState; add: () => void; remove: () => void }

/** §2 Add to collection. What a visitor adds is added after their login, with a toast. */
export function useSavedState(item: ItemParams, sku: string | null | undefined): SavedState {
  const session = useSession()
  const { isSaved, set } = useEntryState(item, sku, session)
  const getLoginReason = useLoginReason(item)

  const resume = useEffectEvent(async () => {
    if (!consumeIntent('collect', location.pathname)) return
    const isDone = await set(true)
    if (isDone)
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

/** Whether the item is saved, with pending changes applied; loaded once the page is shown. */
function useEntryState(item: ItemParams, sku: string | null | undefined, { user }: SessionState) {
  const send = useApiClient()
  const mutations = useCollectionMutations()
  const isIdle = useIsIdle()
  const { data } = useQuery({
    ...collectionQuery(send, user?.id ?? ''),
    enabled: isIdle && user !== undefined,
  })
  const key = `${item.shopType} ${item.productCode}`
  const wanted = useStore(pendingToggles).get(key)
  const isStored = data?.data.productCollection.some((entry) => isSameItem(entry, item)) ?? false

  /** With null as its sku what was just removed comes back as it was. */
  async function set(isWanted: boolean, named = sku): Promise<boolean> {
    if (pendingToggles.get().has(key)) return false // a second press while the first is on its way
    pendingToggles.set(new Map(pendingToggles.get()).set(key, isWanted))
    const isDone = await (isWanted ? mutations.add(item, named) : mutations.remove(item))
    pendingToggles.set(new Map([...pendingToggles.get()].filter(([other]) => other !== key)))
    return isDone
  }
  return { isSaved: user !== undefined && (wanted ?? isStored), set }
}

/** False while the browser is busy with more urgent work. */
function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const begin = () => setIdle(true)
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(begin, 500)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(begin)
    return () => cancelIdleCallback(request)
  }, [])
  return isIdle
}
