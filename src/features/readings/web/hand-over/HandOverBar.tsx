import './HandOverBar.css'
import { ChevronRight, Plus } from 'lucide-react'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import type { ItemParams } from '#shared/marketplaces.ts'

const loadDialog = () => import('./HandOverDialog.tsx')
const HandOverDialog = lazy(async () => ({ default: (await loadDialog()).HandOverDialog }))

/** Opens the ways to hand over what one sees in the item's page. */
export function HandOverBar({ item, further }: { item: ItemParams; further: ReactElement }) {
  const [isOpen, setOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  function handleOpen() {
    setOpen(true)
    setHasOpened(true)
  }
  return (
    <>
      <button
        type="button"
        className="hand-over-bar js-only"
        aria-haspopup="dialog"
        onClick={handleOpen}
        onPointerEnter={() => void loadDialog().catch(() => undefined)}
      >
        <span className="hand-over-bar__frames" aria-hidden>
          <i />
          <i />
          <i>
            <Plus className="icon icon--s" />
          </i>
        </span>
        <span className="hand-over-bar__words">
          <b>Add what you see there</b>
          <span>Photos, variants and weight</span>
        </span>
        <ChevronRight className="icon" aria-hidden />
      </button>
      {hasOpened && (
        <Suspense>
          <HandOverDialog item={item} open={isOpen} onClose={() => setOpen(false)} further={further} />
        </Suspense>
      )}
    </>
  )
}
