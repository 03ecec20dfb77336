import type { ItemParams } from '#shared/marketplaces.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'

const loadHistory = async () => (await import('./PriceHistory.tsx')).PriceHistory

/** Former prices; they load after the page is shown, and nothing is visible behind them. */
export function PriceHistorySlot({ item }: { item: ItemParams }) {
  const History = useLazyComponent(loadHistory, true)
  return History && <History item={item} />
}
