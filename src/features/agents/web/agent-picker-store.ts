import type { ShopType } from '#shared/marketplaces.ts'
import { createStore, useStore } from '#shared/web/store.ts'

/** The picker's state after it was first opened; `shopType` is the marketplace of the item to buy. */
export type PickerState = {
  isOpen: boolean
  shopType?: ShopType | undefined
  /** The element that opened it and gets the focus back. */
  opener: Element | null
}

const pickerStore = createStore<PickerState | undefined>(undefined)

/** Opens the page's only picker, which is part of the header. */
export function openAgentPicker(item: { shopType?: ShopType } = {}): void {
  pickerStore.set({ isOpen: true, opener: document.activeElement, ...item })
}

/** Closes the picker; its content stays the same during the exit animation. */
export function closeAgentPicker(): void {
  pickerStore.set({ opener: null, ...pickerStore.get(), isOpen: false })
}

export function usePickerState(): PickerState | undefined {
  return useStore(pickerStore)
}
