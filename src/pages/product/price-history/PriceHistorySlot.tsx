import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import type { PriceHistoryProps } from './PriceHistory.tsx'

const loadHistory = async () => (await import('./PriceHistory.tsx')).PriceHistory

/** The price history. It loads after the page, without a placeholder, because nothing below it moves visibly. */
export function PriceHistorySlot(props: PriceHistoryProps) {
  const History = useLazyComponent(loadHistory, true)
  return History && <History {...props} />
}
