import { createStore, useStore } from './store.ts'

/** A text that is stored on this device by its key, the same in all parts of the page and in all tabs. */
export function createSavedText(key: string, pattern: RegExp) {
  const store = createStore<string | undefined>(undefined)
  let isRead = false

  /** Read after the first render, because the server renders without it. */
  function subscribe(listener: () => void): () => void {
    const unsubscribe = store.subscribe(listener)
    addEventListener('storage', followOtherTabs)
    get()
    return () => {
      unsubscribe()
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

  /** Resets the text in memory only; the stored text stays. */
  const clear = () => store.set(undefined)

  return { get, save, clear, use: () => useStore({ ...store, subscribe }) }
}
