import { useSyncExternalStore } from 'react'

export type Store<T> = {
  get: () => T
  set: (next: T) => void
  subscribe: (listener: () => void) => () => void
  /** The value for rendering on the server and for hydration. */
  first: T
}

/** A value that is stored outside of components, with its listeners. */
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
