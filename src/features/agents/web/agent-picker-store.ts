import type { ShopType } from '#shared/marketplaces.ts'
import { createStore, useStore } from '#shared/web/store.ts'

/** The picker's state once it was opened; `shopType` is the marketplace of the item to buy. */
export type PickerState = { isOpen: boolean; shopType?: ShopType | undefined }

const pickerStore = createStore<PickerState | undefined>(undefined)

/** Opens the page's only picker, which the header holds, from wherever an agent is needed. */
export function openAgentPicker(item: { shopType?: ShopType } = {}): void {
  pickerStore.set({ isOpen: true, ...item })
}

/** Its content stays the same during the exit animation. */
export function closeAgentPicker(): void {
  pickerStore.set({ ...pickerStore.get(), isOpen: false })
}

export function usePickerState(): PickerState | undefined {
  return useStore(pickerStore)
}
