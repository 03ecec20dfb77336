import { useSyncExternalStore } from 'react'
import { createStore, useStore } from './store.ts'

const waitCount = createStore(0)

/** True when the browser has a connection; always true on the server. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

/** True while an action of the visitor waits for a connection. */
export function useIsWaiting(): boolean {
  return useStore(waitCount) > 0
}

/** Resolves at once, or when the browser has a connection again; rejects when the signal is aborted first. */
export async function waitForConnection(signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return
  waitCount.set(waitCount.get() + 1)
  try {
    await new Promise<void>((resolve, reject) => {
      window.addEventListener('online', () => resolve(), { once: true, signal })
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  } finally {
    waitCount.set(waitCount.get() - 1)
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
