import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { useSession } from '#shared/web/session/session.ts'
import type { HaulList } from './haul-list.ts'

const CollectionDialog = lazy(async () => ({
  default: (await import('./CollectionDialog.tsx')).CollectionDialog,
}))

type CollectionOfferProps = {
  list: HaulList
  /** Called after items were added. */
  onAdded?: () => void
}

/** Opens the dialog of saved items; asks visitors to log in. */
export function CollectionOffer({ list, onAdded }: CollectionOfferProps) {
  const { status, user } = useSession()
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  if (status === 'loading') return null
  if (!user) {
    return (
      <p className="haul__more">
        <a href={paths.login()} onClick={() => saveReturnPath(paths.haul())}>
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
