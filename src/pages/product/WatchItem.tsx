import { WatchButton } from '#features/watches/web/WatchButton.tsx'
import type { ItemParams } from '#shared/shops.ts'
import { PriceHistory } from './PriceHistory.tsx'

/** What comes after the page stands: watching the item, and what it cost before. */
export function WatchItem(props: { item: ItemParams; name: string }) {
  return (
    <>
      <WatchButton {...props} />
      <PriceHistory item={props.item} />
    </>
  )
}
