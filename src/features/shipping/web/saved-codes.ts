import { storageKeys } from '#shared/storage-keys.ts'
import { createStore, useStore } from '#shared/web/store.ts'

const country = createSavedCode(storageKeys.country, /^[A-Z]{2}$/)
const currency = createSavedCode(storageKeys.currency, /^[A-Z]{3}$/)

/** The country that parcels went to last (ISO 3166); undefined until it is read and where there is none. */
export const useSavedCountry = country.use
/** Stores a country's code on this device; undefined deletes it. */
export const saveCountry = country.save
/** The chosen currency of amounts (ISO 4217); undefined means the charged one. */
export const useSavedCurrency = currency.use
/** Stores a currency's code on this device; undefined deletes it. */
export const saveCurrency = currency.save

/** A stored code by its key. */
function createSavedCode(key: string, pattern: RegExp) {
  const store = createStore<string | undefined>(undefined)
  let isRead = false

  /** Read after the first render, because the server renders without it. */
  function subscribe(listener: () => void): () => void {
    const leave = store.subscribe(listener)
    addEventListener('storage', followOtherTabs)
    if (!isRead) {
      isRead = true
      store.set(readStored())
    }
    return () => {
      leave()
      removeEventListener('storage', followOtherTabs)
    }
  }

  function followOtherTabs(event: StorageEvent): void {
    if (event.key === null || event.key === key) store.set(readStored())
  }

  function readStored(): string | undefined {
    try {
      const code = localStorage.getItem(key)
      return code !== null && pattern.test(code) ? code : undefined
    } catch {
      return undefined
    }
  }

  function save(code: string | undefined): void {
    isRead = true
    store.set(code)
    try {
      if (code === undefined) localStorage.removeItem(key)
      else localStorage.setItem(key, code)
    } catch {
      // Without storage the code lasts until the page is left.
    }
  }

  return { save, use: () => useStore({ ...store, subscribe }) }
}
