import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLoginReason } from '#features/products/web/use-login-reason.ts'
import { type ItemParams, isSameItem } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { describeWatch } from '../watch-texts.ts'
import { priceHistoryQuery, watchesQuery } from './queries.ts'
import './WatchButton.css'

const loadDialog = () => import('./WatchDialog.tsx')
const WatchDialog = lazy(async () => ({ default: (await loadDialog()).WatchDialog }))

/** A URL with it opens the dialog: a login returns to it, and lists link to it. */
const watchAnchor = '#watch'

/** An item's watch, and the button to change it; a visitor is led to a login that returns here. */
export function WatchButton({ item, name }: { item: ItemParams; name: string }) {
  const send = useApiClient()
  const { user } = useSession()
  const { data } = useQuery({ ...watchesQuery(send, user?.id ?? ''), enabled: user !== undefined })
  const history = useQuery(priceHistoryQuery(send, item))
  const [isOpen, setOpen] = useState(false)
  const getLoginReason = useLoginReason(item)
  const list = user && data?.data
  const watch = list?.find((one) => isSameItem(one, item))
  const isReady = list !== undefined
  useEffect(() => {
    if (!isReady || location.hash !== watchAnchor) return
    // A reload does not ask again.
    window.history.replaceState(window.history.state, '', location.pathname + location.search)
    setOpen(true)
  }, [isReady])

  function handlePress() {
    if (user) return setOpen(true)
    saveReturnPath(location.pathname + location.search + watchAnchor, undefined, getLoginReason('watch'))
    location.assign(paths.login())
  }
  return (
    <>
      <button
        type="button"
        className="btn btn--block watch-button"
        aria-haspopup={user ? 'dialog' : undefined}
        onPointerEnter={loadDialog}
        onClick={handlePress}
      >
        <Eye className="icon" aria-hidden />
        <span className="watch-button__words">
          {watch ? `Watching: ${describeWatch(watch)}` : 'Watch this item'}
          {!user && <span className="visually-hidden">, after a login</span>}
        </span>
      </button>
      {isOpen && isReady && (
        <Suspense>
          <WatchDialog
            item={item}
            name={name}
            watch={watch}
            price={history.data?.data.spans.at(-1)?.price}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
