import { createStore, useStore } from '#shared/web/store.ts'

/** Delay in ms before a pending navigation is shown; a faster one needs no sign. */
const indicatorDelayMs = 150

const isPending = createStore(false)
const isShown = createStore(false)
let timer: ReturnType<typeof setTimeout> | undefined

/** Called by the navigation when another page begins to load, and when it has loaded. */
export function setPending(isLoading: boolean): void {
  isPending.set(isLoading)
  clearTimeout(timer)
  if (isLoading) timer = setTimeout(isShown.set, indicatorDelayMs, true)
  else isShown.set(false)
}

/** True when another page has been loading for longer than the delay. */
export function useIsNavigating(): boolean {
  return useStore(isShown)
}

/** True from the moment when another page begins to load. */
export const isNavigating = (): boolean => isPending.get()

/**
 * Resolves once no page is loading: the wanted one is shown, or one that was wanted later, or the document was left and
 * come back to.
 */
export function waitForPage(): Promise<void> {
  return new Promise((resolve) => {
    if (!isPending.get()) return resolve()
    const stop = isPending.subscribe(finish)
    window.addEventListener('pageshow', finish)
    function finish(event?: Event): void {
      if (!event && isPending.get()) return
      stop()
      window.removeEventListener('pageshow', finish)
      resolve()
    }
  })
}
