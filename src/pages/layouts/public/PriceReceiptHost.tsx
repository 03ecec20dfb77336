import { usePriceReceipt } from '#features/products/web/list/price-receipt-store.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'

const loadDialog = async () => (await import('./PriceReceiptDialog.tsx')).PriceReceiptDialog

/** The receipt of a card's price with shipping; it loads when the first one is opened. */
export function PriceReceiptHost() {
  const state = usePriceReceipt()
  const Dialog = useLazyComponent(loadDialog, state !== undefined)
  return state && Dialog && <Dialog {...state} />
}
