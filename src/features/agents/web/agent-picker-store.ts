import { useSyncExternalStore } from 'react'
import type { ShopType } from '#shared/shops.ts'

/** Why the picker is open: for an item of this marketplace, or without any. */
export type PickerRequest = { shopType?: ShopType | undefined }

const listeners = new Set<() => void>()
let request: PickerRequest | undefined

/** Opens the one picker of the page, which the header holds, from wherever an agent is needed. */
export function openAgentPicker(reason: PickerRequest = {}): void {
  show(reason)
}

export function closeAgentPicker(): void {
  show(undefined)
}

export function usePickerRequest(): PickerRequest | undefined {
  return useSyncExternalStore(
    subscribe,
    () => request,
    () => undefined,
  )
}

function show(next: PickerRequest | undefined): void {
  request = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
