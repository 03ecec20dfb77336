import type { ItemKey } from '#features/products/web/queries.ts'
import { useLater } from '#shared/web/use-later.ts'
import './WatchItemSlots.css'

const load = () => import('./WatchItem.tsx')
const loadButton = async () => (await load()).WatchButton
const loadHistory = async () => (await load()).PriceHistory

/** Keeps the button's place. */
export function WatchSlot(props: { item: ItemKey; name: string }) {
  const Button = useLater(loadButton, true)
  return (
    <div className="watch-slot" id="watch">
      {Button && <Button {...props} />}
    </div>
  )
}

export function HistorySlot(props: { item: ItemKey }) {
  const History = useLater(loadHistory, true)
  return History && <History {...props} />
}
