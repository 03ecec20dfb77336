import type { Country } from '#features/freight/public-lists.ts'
import { createStore, useStore } from '#shared/web/store.ts'

type ShipToOptions = {
  /** Called with the chosen country after it is stored on this device. */
  onChoose?: ((country: Country) => void) | undefined
}
/** The country sheet's state once it was opened. */
export type ShipToState = ShipToOptions & {
  isOpen: boolean
  /** The element that opened it, which gets the focus back. */
  opener: Element | null
}

const shipToStore = createStore<ShipToState | undefined>(undefined)

/** Opens the page's only country sheet, which the public layout holds, from any page that needs a destination. */
export function openShipTo({ onChoose }: ShipToOptions = {}): void {
  shipToStore.set({ isOpen: true, onChoose, opener: document.activeElement })
}

/** Its content stays the same during the exit animation. */
export function closeShipTo(): void {
  shipToStore.set({ opener: null, ...shipToStore.get(), isOpen: false })
}

export function useShipToState(): ShipToState | undefined {
  return useStore(shipToStore)
}
