import { storageKeys } from '#shared/storage-keys.ts'
import { createStore, useStore } from '#shared/web/store.ts'

/** ISO 4217, as it was chosen on this device; undefined until it is read and where none was chosen. */
const store = createStore<string | undefined>(undefined)
let isRead = false

/** The currency that somebody wants amounts in; undefined means the one that is charged. */
export function useSavedCurrency(): string | undefined {
  return useStore({ ...store, subscribe })
}

/** Keeps the choice on this device; undefined forgets it. */
export function saveCurrency(code: string | undefined): void {
  store.set(code)
  try {
    if (code === undefined) localStorage.removeItem(storageKeys.currency)
    else localStorage.setItem(storageKeys.currency, code)
  } catch {
    // A browser that keeps nothing has the choice until the page is left.
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
  if (key === null || key === storageKeys.currency) store.set(stored())
}

function stored(): string | undefined {
  try {
    const code = localStorage.getItem(storageKeys.currency)
    return code !== null && /^[A-Z]{3}$/.test(code) ? code : undefined
  } catch {
    return undefined
  }
}
