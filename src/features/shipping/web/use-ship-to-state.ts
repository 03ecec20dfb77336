import type { Country } from '#features/freight/country.ts'
import { createStore, useStore } from '#shared/web/store.ts'

type ShipToOptions = {
  /** Told the country that was chosen, once it is stored on this device. */
  onChoose?: ((country: Country) => void) | undefined
}
/** The country sheet's state once it was opened. */
export type ShipToState = ShipToOptions & {
  isOpen: boolean
  /** What opened it, which gets the focus back. */
  opener: Element | null
}

const shipToStore = createStore<ShipToState | undefined>(undefined)

/** Opens the page's only country sheet, which the public layout holds, from wherever a destination is needed. */
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
