import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import type { PriceHistoryProps } from './PriceHistory.tsx'

const loadHistory = async () => (await import('./PriceHistory.tsx')).PriceHistory

/** Former prices; they load after the page is shown, and nothing is visible behind them. */
export function PriceHistorySlot(props: PriceHistoryProps) {
  const History = useLazyComponent(loadHistory, true)
  return History && <History {...props} />
}
