import type { ItemKey } from '#features/products/web/queries.ts'
import { WatchButton } from '#features/watches/web/WatchButton.tsx'
import { PriceHistory } from './PriceHistory.tsx'

/** What comes after the page stands: watching the item, and what it cost before. */
export function WatchItem(props: { item: ItemKey; name: string }) {
  return (
    <>
      <WatchButton {...props} />
      <PriceHistory item={props.item} />
    </>
  )
}
