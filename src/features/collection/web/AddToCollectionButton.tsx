import type { ItemParams } from '#shared/marketplaces.ts'
import './AddToCollectionButton.css'
import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { collectionText } from '../texts-and-limits.ts'
import { useSavedState } from './saved-state.ts'

const RemoveDialog = lazy(async () => ({ default: (await import('./RemoveDialog.tsx')).RemoveDialog }))

export type AddToCollectionButtonProps = {
  item: ItemParams
  /** Of the variant to save; the shown variant by default. */
  sku?: string | null | undefined
  name: string
  className: string
}

/**
 * Add to Collection (§2, §5). A visitor is sent to the login, after which the item is saved. On a saved item the
 * button opens a dialog that can remove it. The server renders the visitors' state.
 */
export function AddToCollectionButton({ item, sku, name, className }: AddToCollectionButtonProps) {
  const { isSaved, session, add, remove } = useSavedState(item, sku)
  const [isDialogOpen, setDialogOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${className} collect js-only`}
        title={session.status === 'member' ? undefined : collectionText.login}
        aria-haspopup={isSaved ? 'dialog' : undefined}
        data-saved={isSaved || undefined}
        onClick={isSaved ? () => setDialogOpen(true) : add}
      >
        <Bookmark className="icon" aria-hidden />
        <span>{isSaved ? 'In your collection' : 'Add to Collection'}</span>
      </button>
      {isDialogOpen && (
        <Suspense>
          <RemoveDialog name={name} onRemove={remove} onClose={() => setDialogOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
