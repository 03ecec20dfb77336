import { WatchButton } from '#features/watches/web/WatchButton.tsx'
import type { ItemParams } from '#shared/marketplaces.ts'
import { PriceHistory } from './price-history/PriceHistory.tsx'

/** Loads after the page is shown: watching the item, and its former prices. */
export function WatchItem(props: { item: ItemParams; name: string }) {
  return (
    <>
      <WatchButton {...props} />
      <PriceHistory item={props.item} />
    </>
  )
}
