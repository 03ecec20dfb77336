import { useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { collectionQuery } from '#features/collection/web/queries.ts'
import { paths } from '#shared/paths.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { useNavigate, useSearchParams } from '#shared/web/navigation/router.tsx'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { createItemFromEntry } from './haul-item.ts'
import type { HaulList } from './haul-list.ts'

const CollectionDialog = lazy(async () => ({
  default: (await import('./CollectionDialog.tsx')).CollectionDialog,
}))

type CollectionOfferProps = {
  list: HaulList
  /** Chosen items were added. */
  onAdded?: () => void
}

/** Adds saved items: all of them when coming from the collection, else the chosen ones. */
export function CollectionOffer({ list, onAdded }: CollectionOfferProps) {
  const { status, user } = useSession()
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  useAllOfCollection(list, user?.id)
  if (status === 'loading') return null
  if (!user) {
    return (
      <p className="haul__more">
        <a href={paths.login()} onClick={() => saveReturnPath(paths.haulOfCollection())}>
          Log in
        </a>{' '}
        to add items from your collection.
      </p>
    )
  }
  return (
    <p className="haul__more">
      <button type="button" className="textbtn" aria-haspopup="dialog" onClick={() => setState('open')}>
        <Bookmark className="icon icon--s" aria-hidden />
        From your collection
      </button>
      {state !== 'never' && (
        <Suspense>
          <CollectionDialog
            userId={user.id}
            list={list}
            onAdded={onAdded}
            isOpen={state === 'open'}
            onClose={() => setState('closed')}
          />
        </Suspense>
      )}
    </p>
  )
}

/** The collection's own button leads here with `?from=collection`: all of it is added, once. */
function useAllOfCollection(list: HaulList, userId: string | undefined): void {
  const isAsked = useSearchParams().get('from') === 'collection'
  const queryClient = useQueryClient()
  const send = useApiClient()
  const navigate = useNavigate()
  const newest = useRef(list)
  useEffect(() => {
    newest.current = list
  })
  useEffect(() => {
    if (!isAsked || userId === undefined) return
    navigate(paths.haul(), { replace: true, preventScrollReset: true })
    queryClient.fetchQuery(collectionQuery(send, userId)).then(
      ({ data }) => {
        const entries = data.productCollection
        const count = newest.current.addAll(entries.map(createItemFromEntry))
        if (count === 0) toast('Everything from your collection is in the haul.')
        else toast.success(`${count} ${count === 1 ? 'item' : 'items'} from your collection`)
      },
      () => toast.error("We couldn't load your collection."),
    )
  }, [isAsked, userId, queryClient, send, navigate])
}
