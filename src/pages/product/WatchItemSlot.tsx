import type { ItemKey } from '#features/products/web/queries.ts'
import { useLater } from '#shared/web/use-later.ts'
import './WatchItemSlot.css'

const load = async () => (await import('./WatchItem.tsx')).WatchItem

/** Keeps the place of the button; nothing in sight stands behind it. */
export function WatchItemSlot(props: { item: ItemKey; name: string }) {
  const Watch = useLater(load, true)
  return (
    <div className="watch-slot" id="watch">
      {Watch && <Watch {...props} />}
    </div>
  )
}
