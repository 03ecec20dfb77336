import type { ShopType } from '#shared/marketplaces.ts'
import { createStore, useStore } from '#shared/web/store.ts'

/** The picker's state once it was opened; `shopType` is the marketplace of the item to buy. */
export type PickerState = {
  isOpen: boolean
  shopType?: ShopType | undefined
  /** What opened it, which gets the focus back. */
  opener: Element | null
}

const pickerStore = createStore<PickerState | undefined>(undefined)

/** Opens the page's only picker, which the header holds, from wherever an agent is needed. */
export function openAgentPicker(item: { shopType?: ShopType } = {}): void {
  pickerStore.set({ isOpen: true, opener: document.activeElement, ...item })
}

/** Its content stays the same during the exit animation. */
export function closeAgentPicker(): void {
  pickerStore.set({ opener: null, ...pickerStore.get(), isOpen: false })
}

export function usePickerState(): PickerState | undefined {
  return useStore(pickerStore)
}
