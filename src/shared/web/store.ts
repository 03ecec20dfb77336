import { useSyncExternalStore } from 'react'

export type Store<T> = {
  get: () => T
  set: (next: T) => void
  subscribe: (listener: () => void) => () => void
  /** What the server renders, and the browser while it hydrates. */
  first: T
}

/** A value of the page that lives outside of components. */
export function createStore<T>(first: T): Store<T> {
  const listeners = new Set<() => void>()
  let value = first
  return {
    first,
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** The store's value; the component re-renders when it changes. */
export function useStore<T>({ subscribe, get, first }: Store<T>): T {
  return useSyncExternalStore(subscribe, get, () => first)
}
