import { Share2 } from 'lucide-react'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import type { ItemParams } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { cardShapes } from '../texts-and-limits.ts'

const loadDialog = () => import('./ShareDialog.tsx')
const ShareDialog = lazy(async () => ({ default: (await loadDialog()).ShareDialog }))

/** Opens the dialog that shares the item's card. Without JavaScript it is a link to the card. */
export function ShareButton({ item }: { item: ItemParams }) {
  const [isOpen, setOpen] = useState(false)
  const path = paths.product(item.shopType, item.productCode)

  function handleClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  }

  return (
    <>
      <a
        className="btn act act--icon"
        title="Share"
        href={`${path}/${cardShapes.wide.file}`}
        aria-haspopup="dialog"
        onPointerEnter={loadDialog}
        onClick={handleClick}
      >
        <Share2 className="icon" aria-hidden />
        <span>Share</span>
      </a>
      {isOpen && (
        <Suspense>
          <ShareDialog path={path} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
