import { storageKeys } from '#shared/storage-keys.ts'
import { createStore, useStore } from '#shared/web/store.ts'

const country = createSavedText(storageKeys.country, /^[A-Z]{2}$/)
const recentCountries = createSavedText(storageKeys.recentCountries, /^[A-Z]{2}(,[A-Z]{2})*$/)
const currency = createSavedText(storageKeys.currency, /^[A-Z]{3}$/)
const maxRecentCountries = 2

/** The country that parcels went to last (ISO 3166); undefined until it is read and where there is none. */
export const useSavedCountry = country.use
/** The chosen currency of amounts (ISO 4217); undefined means the charged one. */
export const useSavedCurrency = currency.use
/** Stores a currency's code on this device; undefined deletes it. */
export const saveCurrency = currency.save

/** Stores a country's code on this device, as the last of the recent ones too; undefined deletes it. */
export function saveCountry(code: string | undefined): void {
  country.save(code)
  document.documentElement.toggleAttribute('data-ship-to', code !== undefined) // as before the first paint
  if (code === undefined) return
  const others = parseCodes(recentCountries.get()).filter((other) => other !== code)
  recentCountries.save([code, ...others].slice(0, maxRecentCountries).join(','))
}

/** Codes of the last countries that were chosen, the newest first. */
export function useRecentCountries(): string[] {
  const last = country.use()
  const recent = parseCodes(recentCountries.use())
  return recent.length === 0 && last !== undefined ? [last] : recent
}

function parseCodes(text: string | undefined): string[] {
  return text ? text.split(',') : []
}

/** A stored text by its key. */
function createSavedText(key: string, pattern: RegExp) {
  const store = createStore<string | undefined>(undefined)
  let isRead = false

  /** Read after the first render, because the server renders without it. */
  function subscribe(listener: () => void): () => void {
    const leave = store.subscribe(listener)
    addEventListener('storage', followOtherTabs)
    get()
    return () => {
      leave()
      removeEventListener('storage', followOtherTabs)
    }
  }

  function get(): string | undefined {
    if (!isRead) {
      isRead = true
      store.set(readStored())
    }
    return store.get()
  }

  function followOtherTabs(event: StorageEvent): void {
    if (event.key === null || event.key === key) store.set(readStored())
  }

  function readStored(): string | undefined {
    try {
      const text = localStorage.getItem(key)
      return text !== null && pattern.test(text) ? text : undefined
    } catch {
      return undefined
    }
  }

  function save(text: string | undefined): void {
    isRead = true
    store.set(text)
    try {
      if (text === undefined) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
    } catch {
      // Without storage the text lasts until the page is left.
    }
  }

  return { get, save, use: () => useStore({ ...store, subscribe }) }
}
