import { useSyncExternalStore } from 'react'
import { createStore, useStore } from './store.ts'

const waiting = createStore(0)

/** Whether the browser has a connection; on the server it has. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

/** Whether something that the visitor asked for goes on once there is a connection. */
export function useIsWaiting(): boolean {
  return useStore(waiting) > 0
}

/** Resolves at once, or when the browser has a connection again; rejects when the signal is aborted first. */
export async function waitForConnection(signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return
  waiting.set(waiting.get() + 1)
  try {
    await new Promise<void>((resolve, reject) => {
      window.addEventListener('online', () => resolve(), { once: true, signal })
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  } finally {
    waiting.set(waiting.get() - 1)
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
