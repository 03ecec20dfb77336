import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLoginReason } from '#features/products/web/use-login-reason.ts'
import { type ItemParams, isSameItem } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { consumeIntent } from '#shared/web/navigation/intent.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { type SessionState, useSession } from '#shared/web/session/session.ts'
import { createStore, useStore } from '#shared/web/store.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { collectionText } from '../spec.ts'
import { useCollectionMutations } from './collection-mutations.ts'
import { collectionQuery } from './queries.ts'

/** Pending requests by item: true to save. The page may have several buttons of one item. */
const pendingToggles = createStore<ReadonlyMap<string, boolean>>(new Map())

const removedMessage = `${collectionText.removedTitle} ${collectionText.removed}`

export type CollectionToggle = { isKept: boolean; session: SessionState; press: () => void }

/** §2 Add to collection. A visitor's press is done after their login, with a toast. */
export function useCollectionToggle(item: ItemParams): CollectionToggle {
  const session = useSession()
  const { isKept, set } = useEntryState(item, session)
  const getLoginReason = useLoginReason(item)

  const resume = useEffectEvent(async () => {
    if (!consumeIntent('collect', location.pathname)) return
    const isDone = await set(true)
    if (isDone)
      toast.custom(`${collectionText.added} You asked for it before the login.`, { undo: () => set(false) })
  })
  const userId = session.user?.id
  useEffect(() => {
    if (userId !== undefined) void resume()
  }, [userId])

  async function press() {
    if (session.status !== 'member') {
      saveReturnPath(location.pathname + location.search, 'collect', getLoginReason('collect'))
      location.assign(paths.login())
    } else if (isKept) {
      const isDone = await set(false)
      if (isDone) toast.custom(removedMessage, { undo: () => set(true) })
    } else if (await set(true)) toast.success(collectionText.added)
  }
  return { isKept, session, press: () => void press() }
}

/** Whether the item is saved, with pending changes applied; loaded once the page is shown. */
function useEntryState(item: ItemParams, { user }: SessionState) {
  const send = useApiClient()
  const keeping = useCollectionMutations()
  const isIdle = useIsIdle()
  const { data } = useQuery({
    ...collectionQuery(send, user?.id ?? ''),
    enabled: isIdle && user !== undefined,
  })
  const key = `${item.shopType} ${item.productCode}`
  const wanted = useStore(pendingToggles).get(key)
  const isStored = data?.data.productCollection.some((entry) => isSameItem(entry, item)) ?? false

  async function set(isWanted: boolean): Promise<boolean> {
    if (pendingToggles.get().has(key)) return false // a second press while the first is on its way
    pendingToggles.set(new Map(pendingToggles.get()).set(key, isWanted))
    const isDone = await (isWanted ? keeping.add(item) : keeping.remove(item))
    pendingToggles.set(new Map([...pendingToggles.get()].filter(([other]) => other !== key)))
    return isDone
  }
  return { isKept: user !== undefined && (wanted ?? isStored), set }
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
