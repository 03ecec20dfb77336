import { useQuery } from '@tanstack/react-query'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { createStore, useStore } from '#shared/web/store.ts'
import { getSavedCountry, useSavedCountry, useSavedCurrency } from './use-saved-codes.ts'

/** Where parcels go: what was chosen on this device, else what its clock or language tell. */
export type ShipTo = { code: string; from: 'chosen' | 'time zone' | 'language' }

type CountryClues = typeof import('./country-clues.ts')

/** Null where they could not be loaded. */
const clues = createStore<CountryClues | null | undefined>(undefined)

/** Its tables load with the first component that asks, after the page has hydrated. */
function useCountryClues(): CountryClues | null | undefined {
  return useStore({ ...clues, subscribe: subscribeToClues })
}

function subscribeToClues(listener: () => void): () => void {
  if (!isLoading) void loadClues()
  return clues.subscribe(listener)
}

let isLoading = false

async function loadClues(): Promise<void> {
  isLoading = true
  clues.set(await import('./country-clues.ts').catch(() => null))
  document.documentElement.toggleAttribute('data-ship-to', getShipTo() !== undefined) // as the head supposed
}

/** Undefined on the server, while the page hydrates, and where nothing tells a country. */
export function useShipTo(): ShipTo | undefined {
  return findShipTo(useSavedCountry(), useCountryClues())
}

/** As `useShipTo`, outside of components. */
export function getShipTo(): ShipTo | undefined {
  return findShipTo(getSavedCountry(), clues.get())
}

/** The same object for the same answer. */
function findShipTo(
  chosen: string | undefined,
  clueTables: CountryClues | null | undefined,
): ShipTo | undefined {
  if (chosen === undefined) return clueTables?.guessDeviceCountry()
  if (chosen !== lastChosen?.code) lastChosen = { code: chosen, from: 'chosen' }
  return lastChosen
}
let lastChosen: ShipTo | undefined

/** Whether `useShipTo` may still change by itself: the guess has not come yet. */
export function useIsShipToPending(): boolean {
  const clueTables = useCountryClues()
  return useSavedCountry() === undefined && clueTables === undefined
}

/** As `useShipTo`, with the country's name; its code stands in until the list of countries is loaded. */
export function useNamedShipTo(): (ShipTo & { name: string }) | undefined {
  const shipTo = useShipTo()
  const { data: name } = useQuery({ ...countryNameQuery(shipTo?.code ?? ''), enabled: shipTo !== undefined })
  return shipTo && { ...shipTo, name: name ?? shipTo.code }
}

/**
 * The currency to show beside yuan: the chosen one, else that of the country; null for yuan alone, undefined while that
 * is not known.
 */
export function useShownCurrency(): string | null | undefined {
  const chosen = useSavedCurrency()
  const clueTables = useCountryClues()
  const { code } = useShipTo() ?? {}
  if (chosen !== undefined) return chosen === 'CNY' ? null : chosen
  if (clueTables === undefined) return undefined
  return (code && clueTables?.findCurrencyOfCountry(code)) || null
}
