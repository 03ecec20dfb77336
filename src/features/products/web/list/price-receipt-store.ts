import { createStore, useStore } from '#shared/web/store.ts'
import type { Product } from '../../contract.ts'

/** The product whose receipt was opened last. */
export type PriceReceiptState = { product: Product; isOpen: boolean }

const receiptStore = createStore<PriceReceiptState | undefined>(undefined)

/** Opens what a product's price with shipping is made of, in the page's only dialog for it. */
export function openPriceReceipt(product: Product): void {
  receiptStore.set({ product, isOpen: true })
}

/** Its content stays the same during the exit animation. */
export function closePriceReceipt(): void {
  const state = receiptStore.get()
  if (state) receiptStore.set({ ...state, isOpen: false })
}

export function usePriceReceipt(): PriceReceiptState | undefined {
  return useStore(receiptStore)
}
