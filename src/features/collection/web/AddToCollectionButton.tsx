import type { ItemParams } from '#shared/marketplaces.ts'
import './AddToCollectionButton.css'
import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { collectionText } from '../spec.ts'
import { useSavedState } from './saved-state.ts'

const RemoveDialog = lazy(async () => ({ default: (await import('./RemoveDialog.tsx')).RemoveDialog }))

export type AddToCollectionButtonProps = {
  item: ItemParams
  /** Of the variant that is saved; by default the shown one is. */
  sku?: string | null | undefined
  name: string
  className: string
}

/**
 * Add to Collection (§2, §5): a visitor is led to the login, and it is done afterwards. What is saved says so; a
 * press then offers to remove it and removes nothing by itself. The server renders it as visitors see it.
 */
export function AddToCollectionButton({ item, sku, name, className }: AddToCollectionButtonProps) {
  const { isSaved, session, add, remove } = useSavedState(item, sku)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${className} collect js-only`}
        title={session.status === 'member' ? undefined : collectionText.login}
        aria-haspopup={isSaved ? 'dialog' : undefined}
        data-saved={isSaved || undefined}
        onClick={isSaved ? () => setAsking(true) : add}
      >
        <Bookmark className="icon" aria-hidden />
        <span>{isSaved ? 'In your collection' : 'Add to Collection'}</span>
      </button>
      {isAsking && (
        <Suspense>
          <RemoveDialog name={name} onRemove={remove} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
