import { createContext, useContext, useSyncExternalStore } from 'react'
import { MINUTE_MS } from '#shared/time.ts'

/**
 * When the page was rendered, in ms: server and browser compute relative times from it, so that hydration
 * finds the same text.
 */
export const NowContext = createContext(0)

let current = 0
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    timer = setInterval(updateNow, MINUTE_MS)
    setTimeout(updateNow) // in a task of its own, so that hydration is not delayed
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function updateNow(): void {
  current = Date.now()
  for (const listener of listeners) listener()
}

/** The current time in ms, updated each minute. */
export function useNow(): number {
  const renderedAt = useContext(NowContext)
  return useSyncExternalStore(
    subscribe,
    () => current || renderedAt,
    () => renderedAt,
  )
}
