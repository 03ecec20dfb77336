import { useQuery } from '@tanstack/react-query'
import type { Country } from '#features/freight/country.ts'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { createStore, useStore } from '#shared/web/store.ts'
import { useSavedCountry } from './saved-codes.ts'

type ShipToOptions = {
  /** Told the country that was chosen, once it is stored on this device. */
  onChoose?: ((country: Country) => void) | undefined
}
/** The country sheet's state once it was opened. */
export type ShipToState = ShipToOptions & { isOpen: boolean }

const shipToStore = createStore<ShipToState | undefined>(undefined)

/** Opens the page's only country sheet, which the public layout holds, from wherever a destination is needed. */
export function openShipTo({ onChoose }: ShipToOptions = {}): void {
  shipToStore.set({ isOpen: true, onChoose })
}

/** Its content stays the same during the exit animation. */
export function closeShipTo(): void {
  shipToStore.set({ ...shipToStore.get(), isOpen: false })
}

export function useShipToState(): ShipToState | undefined {
  return useStore(shipToStore)
}

/**
 * The destination that is kept on this device, its code in place of the name until the list of countries is loaded;
 * undefined where none was chosen, on the server and while the page hydrates. `useSavedCountry` gives the code alone,
 * without loading the list.
 */
export function useShipTo(): { code: string; name: string } | undefined {
  const code = useSavedCountry()
  const { data: name } = useQuery({ ...countryNameQuery(code ?? ''), enabled: code !== undefined })
  return code === undefined ? undefined : { code, name: name ?? code }
}
