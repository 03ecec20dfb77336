import type { ShopType } from '#shared/shops.ts'
import { createStore, useStore } from '#shared/web/store.ts'

/** The picker's state from its first opening on; `shopType` is the marketplace of the item that asks for an agent. */
export type PickerState = { isOpen: boolean; shopType?: ShopType | undefined }

const state = createStore<PickerState | undefined>(undefined)

/** Opens the one picker of the page, which the header holds, from wherever an agent is needed. */
export function openAgentPicker(item: { shopType?: ShopType } = {}): void {
  state.set({ isOpen: true, ...item })
}

/** What it shows stays the same while it leaves. */
export function closeAgentPicker(): void {
  state.set({ ...state.get(), isOpen: false })
}

export function usePickerState(): PickerState | undefined {
  return useStore(state)
}
