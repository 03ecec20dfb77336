import { storageKeys } from '#shared/storage-keys.ts'
import { createStore, useStore } from '#shared/web/store.ts'

const store = createStore<string | undefined>(undefined)
let isRead = false

/** The code of the country that parcels went to last; undefined until it is read and where there is none. */
export function useSavedCountry(): string | undefined {
  return useStore({ ...store, subscribe })
}

/** Keeps a country's code on this device; undefined forgets it. */
export function saveCountry(code: string | undefined): void {
  isRead = true
  store.set(code)
  try {
    if (code === undefined) localStorage.removeItem(storageKeys.country)
    else localStorage.setItem(storageKeys.country, code)
  } catch {
    // A browser that keeps nothing has the country until the page is left.
  }
}

/** What is stored is read once the page is drawn, for the server has drawn it without. */
function subscribe(listener: () => void): () => void {
  const leave = store.subscribe(listener)
  addEventListener('storage', followOtherTabs)
  if (!isRead) {
    isRead = true
    store.set(stored())
  }
  return () => {
    leave()
    removeEventListener('storage', followOtherTabs)
  }
}

function followOtherTabs({ key }: StorageEvent): void {
  if (key === null || key === storageKeys.country) store.set(stored())
}

function stored(): string | undefined {
  try {
    const code = localStorage.getItem(storageKeys.country)
    return code !== null && /^[A-Z]{2}$/.test(code) ? code : undefined
  } catch {
    return undefined
  }
}
