import { useQuery } from '@tanstack/react-query'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { createStore, useStore } from '#shared/web/store.ts'
import { getSavedCountry, useSavedCountry, useSavedCurrency } from './use-saved-codes.ts'

/** The destination: the country chosen on this device, else the one guessed from its time zone or language. */
export type ShipTo = { code: string; from: 'chosen' | 'time zone' | 'language' }

type CountryClues = typeof import('./country-clues.ts')

/** Null when the tables could not be loaded. */
const clues = createStore<CountryClues | null | undefined>(undefined)

/** The tables load with the first component that needs them, after hydration. */
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
  document.documentElement.toggleAttribute('data-ship-to', getShipTo() !== undefined) // corrects the guess of the page's head
}

/** Undefined on the server, during hydration, and when no country can be guessed. */
export function useShipTo(): ShipTo | undefined {
  return findShipTo(useSavedCountry(), useCountryClues())
}

/** Like `useShipTo`, for use outside of components. */
export function getShipTo(): ShipTo | undefined {
  return findShipTo(getSavedCountry(), clues.get())
}

/** Returns the same object for the same country. */
function findShipTo(
  chosen: string | undefined,
  clueTables: CountryClues | null | undefined,
): ShipTo | undefined {
  if (chosen === undefined) return clueTables?.guessDeviceCountry()
  if (chosen !== lastChosen?.code) lastChosen = { code: chosen, from: 'chosen' }
  return lastChosen
}
let lastChosen: ShipTo | undefined

/** Whether `useShipTo` may still change by itself: the guess is not loaded yet. */
export function useIsShipToPending(): boolean {
  const clueTables = useCountryClues()
  return useSavedCountry() === undefined && clueTables === undefined
}

/** Like `useShipTo`, with the country's name, or its code until the list of countries is loaded. */
export function useNamedShipTo(): (ShipTo & { name: string }) | undefined {
  const shipTo = useShipTo()
  const { data: name } = useQuery({ ...countryNameQuery(shipTo?.code ?? ''), enabled: shipTo !== undefined })
  return shipTo && { ...shipTo, name: name ?? shipTo.code }
}

/**
 * The currency to show beside yuan: the chosen one, else that of the country; null for yuan alone, undefined until this
 * is known.
 */
export function useShownCurrency(): string | null | undefined {
  const chosen = useSavedCurrency()
  const clueTables = useCountryClues()
  const { code } = useShipTo() ?? {}
  if (chosen !== undefined) return chosen === 'CNY' ? null : chosen
  if (clueTables === undefined) return undefined
  return (code && clueTables?.findCurrencyOfCountry(code)) || null
}
