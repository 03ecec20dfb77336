import { createStore, useStore } from '#shared/web/store.ts'
import type { Product } from '../../contract.ts'

/** The product of the last opened receipt. */
export type PriceReceiptState = { product: Product; isOpen: boolean }

const receiptStore = createStore<PriceReceiptState | undefined>(undefined)

/** Opens the receipt of a product's price with shipping, in the one receipt dialog of the page. */
export function openPriceReceipt(product: Product): void {
  receiptStore.set({ product, isOpen: true })
}

/** Closes the receipt. Its content is kept for the exit animation. */
export function closePriceReceipt(): void {
  const state = receiptStore.get()
  if (state) receiptStore.set({ ...state, isOpen: false })
}

/** The last opened receipt; undefined before the first one. */
export function usePriceReceipt(): PriceReceiptState | undefined {
  return useStore(receiptStore)
}
