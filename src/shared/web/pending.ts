import { useSyncExternalStore } from 'react'

/** A page that comes sooner needs no sign that it is on its way, in ms. */
const patience = 150

let isShown = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Told by the navigation: another page is on its way, or has come. */
export function setPending(isPending: boolean): void {
  clearTimeout(timer)
  if (isPending) timer = setTimeout(show, patience, true)
  else show(false)
}

function show(next: boolean): void {
  isShown = next
  for (const listener of listeners) listener()
}

/** Another page has been on its way for so long that it is worth a sign. */
export function useIsPending(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isShown,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
