import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLoginReason } from '#features/products/web/use-login-reason.ts'
import { type ItemParams, isSameItem } from '#shared/marketplaces.ts'
import { openDocument } from '#shared/web/navigation/overlay-history.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { getAccountPath } from '#shared/web/session/has-account.ts'
import { useSession } from '#shared/web/session/session.ts'
import { describeWatch } from '../watch-texts.ts'
import { priceHistoryQuery, watchesQuery } from './queries.ts'
import './WatchButton.css'

const loadDialog = () => import('./WatchDialog.tsx')
const WatchDialog = lazy(async () => ({ default: (await loadDialog()).WatchDialog }))

export type WatchButtonProps = {
  item: ItemParams
  /** The sku of the chosen variant. */
  sku?: string | null | undefined
  name: string
  /** In yuan, as the page shows it. */
  price?: number | null
  /** The button's id; a URL with it opens the dialog: a login returns to it, and lists link to it. */
  anchor: string
  className: string
  /** The text while the item is not watched. */
  label: string
  /** The icon. */
  children: ReactNode
}

/** Opens the dialog of an item's watch; sends a visitor to a login that returns here. */
export function WatchButton({
  item,
  sku,
  name,
  price,
  anchor,
  className,
  label,
  children,
}: WatchButtonProps) {
  const send = useApiClient()
  const { user } = useSession()
  const { data } = useQuery({ ...watchesQuery(send, user?.id ?? ''), enabled: user !== undefined })
  const history = useQuery(priceHistoryQuery(send, item))
  const [isOpen, setOpen] = useState(false)
  const getLoginReason = useLoginReason(item)
  const list = user && data?.data
  const watch = list?.find((candidate) => isSameItem(candidate, item))
  const isReady = list !== undefined
  useEffect(() => {
    if (!isReady || location.hash !== `#${anchor}`) return
    // A reload does not open the dialog again.
    window.history.replaceState(window.history.state, '', location.pathname + location.search)
    setOpen(true)
  }, [isReady, anchor])

  function handlePress() {
    if (user) return setOpen(true)
    saveReturnPath(`${location.pathname}${location.search}#${anchor}`, undefined, getLoginReason('watch'))
    openDocument(getAccountPath())
  }
  return (
    <>
      <button
        type="button"
        className={`${className} watch-button`}
        id={anchor}
        aria-haspopup={user ? 'dialog' : undefined}
        data-watched={watch ? '' : undefined}
        onPointerEnter={loadDialog}
        onClick={handlePress}
      >
        {children}
        <span>
          <span>{watch ? 'Watching' : label}</span>
          {watch && <span className="visually-hidden">{`: ${describeWatch(watch)}`}</span>}
          {!user && <span className="visually-hidden">, log in first</span>}
        </span>
      </button>
      {isOpen && isReady && (
        <Suspense>
          <WatchDialog
            item={item}
            sku={sku}
            name={name}
            watch={watch}
            price={price ?? history.data?.data.spans.at(-1)?.price}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
