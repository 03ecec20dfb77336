import { useSyncExternalStore } from 'react'

let isGone = false
const listeners = new Set<() => void>()

/** Home's large box tells the header whether it is out of sight. */
export function setHeroBoxGone(gone: boolean): void {
  isGone = gone
  for (const listener of listeners) listener()
}

export function useIsHeroBoxGone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isGone,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
