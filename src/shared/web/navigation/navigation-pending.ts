import { createStore, useStore } from '#shared/web/store.ts'

/** Delay in ms before a pending navigation is shown; a faster one needs no sign. */
const indicatorDelayMs = 150

const isShown = createStore(false)
let timer: ReturnType<typeof setTimeout> | undefined

/** Called by the navigation when another page begins to load, and when it has loaded. */
export function setPending(isPending: boolean): void {
  clearTimeout(timer)
  if (isPending) timer = setTimeout(isShown.set, indicatorDelayMs, true)
  else isShown.set(false)
}

/** True when another page has been loading for longer than the delay. */
export function useIsNavigating(): boolean {
  return useStore(isShown)
}
