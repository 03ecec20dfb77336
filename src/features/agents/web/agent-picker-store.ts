import { useSyncExternalStore } from 'react'
import type { ShopType } from '#shared/shops.ts'

/** The picker's state from its first opening on; `shopType` is the marketplace of the item that asks for an agent. */
export type PickerState = { isOpen: boolean; shopType?: ShopType | undefined }

const listeners = new Set<() => void>()
let state: PickerState | undefined

/** Opens the one picker of the page, which the header holds, from wherever an agent is needed. */
export function openAgentPicker(item: { shopType?: ShopType } = {}): void {
  show({ isOpen: true, ...item })
}

/** What it shows stays the same while it leaves. */
export function closeAgentPicker(): void {
  show({ ...state, isOpen: false })
}

export function usePickerState(): PickerState | undefined {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => undefined,
  )
}

function show(next: PickerState): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
