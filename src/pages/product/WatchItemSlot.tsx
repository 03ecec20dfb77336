import type { ItemParams } from '#shared/marketplaces.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import './WatchItemSlot.css'

const loadWatchItem = async () => (await import('./WatchItem.tsx')).WatchItem

/** Reserves the button's space; nothing is visible behind it. */
export function WatchItemSlot(props: { item: ItemParams; name: string }) {
  const Watch = useLazyComponent(loadWatchItem, true)
  return (
    <div className="watch-slot" id="watch">
      {Watch && <Watch {...props} />}
    </div>
  )
}
